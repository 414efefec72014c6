-- A worker has several job engines, each with a heartbeat of its own; readiness and metrics count workers.
alter table workers add column worker_id text;
update workers set worker_id = id;
