-- For the overview, which counts the few that were sent among the many that were not needed.
create index email_fallbacks_sent on only email_fallbacks (environment_id, email_id) where state = 'sent';
