-- Golden dump of the schema, written by "npm run gen" and compared in the tests. Change it by a migration.

create type account_status as enum ('pending', 'active', 'suspended');
create type author_kind as enum ('partner', 'distributor', 'operator', 'system');
create type key_end as enum ('revoked', 'suspension', 'expired');
create type plan_name as enum ('starter', 'professional', 'enterprise');
create type run_status as enum ('queued', 'running', 'completed', 'failed', 'canceled');

create table api_keys (
  hash bytea not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  slot smallint not null,
  prefix text not null,
  last4 text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason key_end,
  constraint api_keys_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint api_keys_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint api_keys_pkey PRIMARY KEY (hash),
  constraint api_keys_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);
create table audit (
  id bigint not null generated always as identity,
  occurred_at timestamp with time zone not null,
  author_kind author_kind not null,
  author_id text not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text,
  constraint audit_pkey PRIMARY KEY (id)
);
create table customers (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  name text not null,
  tenant_id text not null,
  email text,
  receivers text[] not null,
  questionnaire_recipients text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customers_pkey PRIMARY KEY (id)
);
create table distributors (
  id text collate "C" not null,
  company text not null,
  email text not null,
  status account_status not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  suspended_at timestamp with time zone,
  constraint distributors_pkey PRIMARY KEY (id)
);
create table events (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  type text not null,
  body bytea not null,
  occurred_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id)
);
create table partners (
  id text collate "C" not null,
  distributor_id text collate "C",
  company text not null,
  email text not null,
  name text not null,
  status account_status not null,
  plan plan_name not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  suspended_at timestamp with time zone,
  constraint partners_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint partners_pkey PRIMARY KEY (id)
);
create table run_results (
  run_id text collate "C" not null,
  result bytea not null,
  snapshot bytea not null,
  snapshot_sha256 text not null,
  constraint run_results_pkey PRIMARY KEY (run_id),
  constraint run_results_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
create table runs (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  product text not null,
  maturity_target smallint not null,
  status run_status not null,
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
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint runs_check CHECK (((status = 'completed'::run_status) = (score IS NOT NULL))),
  constraint runs_check1 CHECK (((status = 'failed'::run_status) = (failure_code IS NOT NULL))),
  constraint runs_check2 CHECK (((status = ANY (ARRAY['completed'::run_status, 'failed'::run_status, 'canceled'::run_status])) = (completed_at IS NOT NULL))),
  constraint runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint runs_maturity_target_check CHECK (((maturity_target >= 1) AND (maturity_target <= 5))),
  constraint runs_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint runs_pkey PRIMARY KEY (id)
);
create table usage_months (
  partner_id text collate "C" not null,
  month text not null,
  runs integer not null,
  constraint usage_months_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint usage_months_pkey PRIMARY KEY (partner_id, month),
  constraint usage_months_runs_check CHECK ((runs >= 0))
);
create table workers (
  id text not null,
  heartbeat_at timestamp with time zone not null,
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX api_keys_distributor_slot ON public.api_keys USING btree (distributor_id, slot) WHERE ((revoked_at IS NULL) AND (distributor_id IS NOT NULL));
CREATE UNIQUE INDEX api_keys_partner_slot ON public.api_keys USING btree (partner_id, slot) WHERE ((revoked_at IS NULL) AND (partner_id IS NOT NULL));
CREATE INDEX audit_by_distributor ON public.audit USING btree (distributor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_partner ON public.audit USING btree (partner_id, occurred_at DESC, id DESC);
CREATE INDEX customers_by_partner ON public.customers USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX events_by_distributor ON public.events USING btree (distributor_id, occurred_at DESC, id DESC);
CREATE INDEX events_by_partner ON public.events USING btree (partner_id, occurred_at DESC, id DESC);
CREATE INDEX partners_by_distributor ON public.partners USING btree (distributor_id, created_at DESC, id DESC);
CREATE INDEX runs_by_customer ON public.runs USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX runs_by_partner ON public.runs USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX runs_unfinished ON public.runs USING btree (partner_id, id) WHERE (status = ANY (ARRAY['queued'::run_status, 'running'::run_status]));
