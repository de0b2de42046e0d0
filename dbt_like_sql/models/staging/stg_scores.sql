-- How well each job fits its tenant's profile, and what decided it.
SELECT
  scores.tenant,
  scores.job_key,
  scores.score,
  scores.exact,
  scores.eligible,
  scores.provisional,
  scores.engine,
  CAST(scores.card ->> 'summary' AS TEXT) AS summary,
  scores.at AS scored_at
FROM scores
