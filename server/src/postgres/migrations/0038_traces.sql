-- Where in a trace this was accepted, so that the process that sends it goes on from there. Null, and no octet wider, where nothing is traced.
alter table deliveries add column trace text;
alter table sms_progress add column trace text;
