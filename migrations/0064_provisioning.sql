-- Tokens by which the directory of a company provisions the people of an account (SCIM).
create table provisioning_tokens (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  name text not null check (length(name) between 1 and 100),
  -- SHA-256.
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
create index provisioning_tokens_by_partner on provisioning_tokens (partner_id) where partner_id is not null;
create index provisioning_tokens_by_distributor on provisioning_tokens (distributor_id) where distributor_id is not null;

-- What the directory calls somebody.
alter table people add external_id text collate "C" check (length(external_id) between 1 and 200);
create unique index people_external_of_partner on people (partner_id, external_id)
  where external_id is not null and partner_id is not null;
create unique index people_external_of_distributor on people (distributor_id, external_id)
  where external_id is not null and distributor_id is not null;
