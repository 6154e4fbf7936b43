-- `GET /v1/workflows/{id}/runs?state=`, in the order of the list.
create index concurrently workflow_runs_by_state on workflow_runs (environment_id, workflow_id, state, id);
