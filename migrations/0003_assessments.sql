create type run_status as enum ('queued', 'running', 'completed', 'failed', 'canceled');

create table runs (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  maturity_target smallint not null check (maturity_target between 1 and 5),
  status run_status not null,
  -- Counts the times a worker took the run; a worker that lost it to another writes nothing.
  attempt integer not null default 0,
  progress_done integer,
  progress_of integer,
  score smallint,
  score_ceiling smallint,
  coverage double precision,
  maturity_achieved double precision,
  critical integer,
  high integer,
  medium integer,
  low integer,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  check ((status = 'completed') = (score is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  check ((status in ('completed', 'failed', 'canceled')) = (completed_at is not null))
);
create index runs_by_partner on runs (partner_id, created_at desc, id desc);
create index runs_by_customer on runs (customer_id, created_at desc, id desc);
create index runs_unfinished on runs (partner_id, id) where status in ('queued', 'running');

-- What a run read and what it came to, both compressed; gone with the customer.
create table run_results (
  run_id text collate "C" primary key references runs on delete cascade,
  result bytea not null,
  snapshot bytea not null,
  snapshot_sha256 text not null
);

-- Runs taken of a partner's limit, by UTC month of creation. Outlives customers and runs.
create table usage_months (
  partner_id text collate "C" not null references partners,
  month text not null,
  runs integer not null check (runs >= 0),
  primary key (partner_id, month)
);

-- Living workers; the jobs of one that falls silent are freed for the others.
create table workers (
  id text primary key,
  heartbeat_at timestamptz not null
);
