-- How many jobs came how far: one row a tenant, every sighting counted in one final place.
-- The counts before `duplicates` tell how far jobs came and overlap. From `duplicates` on, with
-- `waiting_approval` and `applied_dry_run`, they tell where each stands and add up to `discovered`.
WITH known AS (
  SELECT tenants.name AS tenant FROM tenants
  UNION
  SELECT stg_findings.tenant FROM stg_findings
  UNION
  SELECT stg_jobs.tenant FROM stg_jobs
),
seen AS (
  SELECT
    stg_findings.tenant,
    COUNT(*) AS discovered,
    COUNT(CASE WHEN stg_findings.duplicate THEN 1 END) AS duplicates
  FROM stg_findings
  GROUP BY stg_findings.tenant
),
passed AS (
  SELECT
    stg_outcomes.tenant,
    COUNT(CASE WHEN stg_outcomes.stage = 'enrich' THEN 1 END) AS enriched,
    COUNT(CASE WHEN stg_outcomes.stage = 'score' THEN 1 END) AS scored,
    COUNT(CASE WHEN stg_outcomes.stage = 'tailor' THEN 1 END) AS tailored,
    COUNT(CASE WHEN stg_outcomes.stage = 'cover' THEN 1 END) AS covered
  FROM stg_outcomes
  WHERE stg_outcomes.outcome = 'succeeded'
  GROUP BY stg_outcomes.tenant
),
promoted AS (
  SELECT
    partition_keys.tenant,
    COUNT(*) AS shortlisted
  FROM partition_keys
  WHERE partition_keys.set_name = 'shortlist' AND partition_keys.wanted
  GROUP BY partition_keys.tenant
),
placed AS (
  SELECT
    stg_jobs.tenant,
    COUNT(CASE WHEN stg_jobs.place = 'waiting_approval' THEN 1 END) AS waiting_approval,
    COUNT(CASE WHEN stg_jobs.place = 'applied_dry_run' THEN 1 END) AS applied_dry_run,
    COUNT(CASE WHEN stg_jobs.place = 'dropped' THEN 1 END) AS dropped,
    COUNT(CASE WHEN stg_jobs.place = 'failed' THEN 1 END) AS failed,
    COUNT(CASE WHEN stg_jobs.place = 'blocked' THEN 1 END) AS blocked,
    COUNT(CASE WHEN stg_jobs.place = 'below_threshold' THEN 1 END) AS below_threshold,
    COUNT(CASE WHEN stg_jobs.place = 'open' THEN 1 END) AS not_attempted
  FROM stg_jobs
  GROUP BY stg_jobs.tenant
)
SELECT
  known.tenant,
  COALESCE(seen.discovered, 0) AS discovered,
  COALESCE(passed.enriched, 0) AS enriched,
  COALESCE(passed.scored, 0) AS scored,
  COALESCE(promoted.shortlisted, 0) AS shortlisted,
  COALESCE(passed.tailored, 0) AS tailored,
  COALESCE(passed.covered, 0) AS covered,
  COALESCE(placed.waiting_approval, 0) AS waiting_approval,
  COALESCE(placed.applied_dry_run, 0) AS applied_dry_run,
  COALESCE(seen.duplicates, 0) AS duplicates,
  COALESCE(placed.dropped, 0) AS dropped,
  COALESCE(placed.failed, 0) AS failed,
  COALESCE(placed.blocked, 0) AS blocked,
  COALESCE(placed.below_threshold, 0) AS below_threshold,
  COALESCE(placed.not_attempted, 0) AS not_attempted
FROM known
LEFT JOIN seen
  ON seen.tenant = known.tenant
LEFT JOIN passed
  ON passed.tenant = known.tenant
LEFT JOIN promoted
  ON promoted.tenant = known.tenant
LEFT JOIN placed
  ON placed.tenant = known.tenant
ORDER BY known.tenant
