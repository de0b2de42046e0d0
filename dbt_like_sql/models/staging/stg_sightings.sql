-- Each place where a posting was seen; several sightings may be of one posting.
SELECT
  sightings.id AS sighting_id,
  sightings.posting_key,
  sightings.source,
  sightings.provider,
  sightings.external_id,
  sightings.canonical_url,
  sightings.first_seen,
  sightings.last_seen
FROM sightings
