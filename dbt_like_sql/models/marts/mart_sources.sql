-- What each source gave: its state, its postings, and how many of them were new or shortlisted.
-- `postings` is of the last good reading; the other counts are over all tenants and readings.
WITH known AS (
  SELECT stg_boards.source FROM stg_boards
  UNION
  SELECT stg_sightings.source FROM stg_sightings
),
found AS (
  SELECT
    stg_findings.source,
    COUNT(CASE WHEN NOT stg_findings.duplicate THEN 1 END) AS new_jobs,
    COUNT(CASE WHEN stg_findings.duplicate THEN 1 END) AS duplicates
  FROM stg_findings
  GROUP BY stg_findings.source
),
promoted AS (
  SELECT
    stg_findings.source,
    COUNT(DISTINCT stg_jobs.job_key) AS shortlisted
  FROM stg_findings
  JOIN stg_jobs
    ON stg_jobs.tenant = stg_findings.tenant
    AND stg_jobs.job_key = stg_findings.job_key
  WHERE stg_jobs.shortlisted
  GROUP BY stg_findings.source
)
SELECT
  known.source,
  COALESCE(stg_boards.state, 'unread') AS state,
  COALESCE(stg_boards.postings, 0) AS postings,
  COALESCE(found.new_jobs, 0) AS new_jobs,
  COALESCE(found.duplicates, 0) AS duplicates,
  COALESCE(promoted.shortlisted, 0) AS shortlisted,
  stg_boards.sentence,
  stg_boards.read_at
FROM known
LEFT JOIN stg_boards
  ON stg_boards.source = known.source
LEFT JOIN found
  ON found.source = known.source
LEFT JOIN promoted
  ON promoted.source = known.source
ORDER BY known.source
