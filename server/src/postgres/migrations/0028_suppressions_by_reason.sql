-- `GET /v1/suppressions?reason=`, in the order of the list.
create index concurrently suppressions_by_reason on suppressions (environment_id, reason, id);
