-- `GET /v1/contacts?sms_subscribed=false`, in the order of the list.
create index concurrently contacts_without_sms on contacts (environment_id, id) where not sms_subscribed;
