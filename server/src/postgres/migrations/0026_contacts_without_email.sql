-- `GET /v1/contacts?email_subscribed=false`, in the order of the list: few have said no among many.
create index concurrently contacts_without_email on contacts (environment_id, id) where not email_subscribed;
