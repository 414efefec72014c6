create type settlement_currency as enum ('AUD', 'USD', 'GBP', 'EUR', 'NZD');
create type settlement_interval as enum ('quarterly', 'annual');

-- What distributor and service settle between them; apart from the partner's own subscription.
alter table partners add column settlement_currency settlement_currency not null default 'USD';
alter table partners add column settlement_interval settlement_interval not null default 'quarterly';

-- Every status a partner has had, so that past months can be told as they were.
create table partner_statuses (
  partner_id text collate "C" not null references partners,
  since timestamptz not null,
  status account_status not null,
  primary key (partner_id, since)
);
insert into partner_statuses (partner_id, since, status) select id, created_at, status from partners;

-- What remains of a deleted customer: that there was one, and when. Nothing of the customer itself.
create table deleted_customers (
  partner_id text collate "C" not null references partners,
  created_at timestamptz not null,
  deleted_at timestamptz not null
);
create index deleted_customers_by_partner on deleted_customers (partner_id, deleted_at);

-- Links that activate a pending partner: single use, the newest alone counts.
create table activation_tokens (
  partner_id text collate "C" primary key references partners,
  hash bytea not null unique,
  expires_at timestamptz not null
);

-- The password that the activation sets; the web pages sign people in with it.
create table logins (
  partner_id text collate "C" primary key references partners,
  email text not null,
  password_hash text not null,
  updated_at timestamptz not null
);
