-- Accounts and their keys. Ids are compared as bytes: they sort by the time they were made.
create type account_status as enum ('pending', 'active', 'suspended');
create type plan_name as enum ('starter', 'professional', 'enterprise');
create type key_end as enum ('revoked', 'suspension', 'expired');

create table distributors (
  id text collate "C" primary key,
  company text not null,
  email text not null,
  status account_status not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  suspended_at timestamptz
);

create table partners (
  id text collate "C" primary key,
  distributor_id text collate "C" references distributors,
  company text not null,
  email text not null,
  name text not null,
  status account_status not null,
  plan plan_name not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  activated_at timestamptz,
  suspended_at timestamptz
);
create index partners_by_distributor on partners (distributor_id, created_at desc, id desc);

create table api_keys (
  hash bytea primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  slot smallint not null check (slot in (1, 2)),
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_reason key_end,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
-- A slot holds one living key: two creations at once cannot both take it.
create unique index api_keys_partner_slot on api_keys (partner_id, slot) where revoked_at is null and partner_id is not null;
create unique index api_keys_distributor_slot on api_keys (distributor_id, slot) where revoked_at is null and distributor_id is not null;
