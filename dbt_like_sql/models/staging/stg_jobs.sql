-- Each tenant's job with its posting, and the one place where the funnel counts it.
-- A job without a status has not been attempted: it is open.
SELECT
  jobs.tenant,
  jobs.job_key,
  jobs.posting_key,
  postings.title,
  postings.company,
  CAST(postings.raw ->> 'location' AS TEXT) AS location,
  postings.url,
  postings.liveness,
  postings.posted_at,
  jobs.created_at AS discovered_at,
  COALESCE(job_status.place, 'open') AS place,
  COALESCE(shortlist.wanted, FALSE) AS shortlisted
FROM jobs
LEFT JOIN postings
  ON postings.key = jobs.posting_key
LEFT JOIN job_status
  ON job_status.tenant = jobs.tenant
  AND job_status.job_key = jobs.job_key
LEFT JOIN partition_keys AS shortlist
  ON shortlist.set_name = 'shortlist'
  AND shortlist.key = jobs.job_key
