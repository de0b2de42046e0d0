-- Each rule that dropped a job, with the setting and the posting's words that decided.
SELECT
  drops.tenant,
  drops.job_key,
  drops.rule,
  drops.value,
  drops.quote,
  drops.at AS dropped_at
FROM drops
