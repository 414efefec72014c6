-- What a POST with an Idempotency-Key came to, written in the transaction of its change and kept for 24 hours. The
-- outcome is sealed: it may hold a key that is shown once.
create table idempotency_keys (
  account_id text collate "C" not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  outcome bytea not null,
  created_at timestamptz not null,
  primary key (account_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
