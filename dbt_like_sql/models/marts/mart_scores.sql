-- How many jobs have each score from 1 to 10, and how many of them are on the shortlist.
SELECT
  stg_scores.tenant,
  stg_scores.score,
  COUNT(*) AS jobs,
  COUNT(CASE WHEN stg_jobs.shortlisted THEN 1 END) AS shortlisted,
  COUNT(CASE WHEN stg_scores.provisional THEN 1 END) AS provisional
FROM stg_scores
LEFT JOIN stg_jobs
  ON stg_jobs.tenant = stg_scores.tenant
  AND stg_jobs.job_key = stg_scores.job_key
GROUP BY stg_scores.tenant, stg_scores.score
ORDER BY stg_scores.tenant, stg_scores.score
