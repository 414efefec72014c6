create type author_kind as enum ('partner', 'distributor', 'operator', 'system');

-- What happened, for webhooks: the body is serialised once and never changes.
create table events (
  id text collate "C" primary key,
  partner_id text collate "C",
  distributor_id text collate "C",
  type text not null,
  body bytea not null,
  occurred_at timestamptz not null
);
create index events_by_partner on events (partner_id, occurred_at desc, id desc);
create index events_by_distributor on events (distributor_id, occurred_at desc, id desc);

-- Who changed what. Append only.
create table audit (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null,
  author_kind author_kind not null,
  author_id text not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index audit_by_partner on audit (partner_id, occurred_at desc, id desc);
create index audit_by_distributor on audit (distributor_id, occurred_at desc, id desc);
