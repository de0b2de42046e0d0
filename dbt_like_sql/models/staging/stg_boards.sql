-- How the latest reading of each source ended; a dead board is not an empty one.
SELECT
  boards.unit_id AS source,
  boards.state,
  boards.sentence,
  boards.status,
  boards.postings,
  boards.read_at,
  boards.good_at
FROM boards
