-- What each stage recorded last for each job, with a code for filters and a sentence to read.
SELECT
  outcomes.tenant,
  outcomes.job_key,
  outcomes.stage,
  outcomes.outcome,
  outcomes.code,
  outcomes.sentence,
  outcomes.attempt,
  outcomes.due_at,
  outcomes.at AS recorded_at
FROM outcomes
