-- How many jobs each rule drops, with the newest example and the words that decided it.
-- A job that two rules drop is counted for both, so that relaxing one shows what the other holds.
WITH numbered AS (
  SELECT
    stg_drops.tenant,
    stg_drops.rule,
    stg_drops.value,
    stg_drops.quote,
    stg_jobs.title,
    COUNT(*) OVER (PARTITION BY stg_drops.tenant, stg_drops.rule) AS jobs,
    ROW_NUMBER() OVER (
      PARTITION BY stg_drops.tenant, stg_drops.rule
      ORDER BY stg_drops.dropped_at DESC, stg_drops.job_key
    ) AS newest
  FROM stg_drops
  LEFT JOIN stg_jobs
    ON stg_jobs.tenant = stg_drops.tenant
    AND stg_jobs.job_key = stg_drops.job_key
)
SELECT
  numbered.tenant,
  numbered.rule,
  numbered.jobs,
  numbered.quote AS example,
  numbered.title AS example_title,
  numbered.value AS example_setting
FROM numbered
WHERE numbered.newest = 1
ORDER BY numbered.tenant, numbered.jobs DESC, numbered.rule
