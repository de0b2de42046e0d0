-- Each sighting that a tenant's discovery found: the first of a job, or a duplicate of it.
SELECT
  findings.tenant,
  findings.sighting_id,
  findings.job_key,
  sightings.source,
  findings.duplicate,
  findings.at AS found_at
FROM findings
LEFT JOIN sightings
  ON sightings.id = findings.sighting_id
