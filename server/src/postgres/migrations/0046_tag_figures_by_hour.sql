-- Figures by tag, of the latest hours: without it all tags that an environment ever had are read.
create index concurrently email_stats_of_tags on email_stats (environment_id, hour) where tag <> '';
