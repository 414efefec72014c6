-- Signed in with the tenant's own sign-in service, as an administrator who may approve applications.
alter type author_kind add value 'administrator';

create type approval_how as enum ('sign-in', 'operator', 'sandbox');

-- Proof that a tenant may be read for a partner. Without a row here no request for the tenant leaves this service. It
-- starts empty: consents that were recorded earlier came from query parameters, which anybody could have written.
create table tenant_approvals (
  id bigint generated always as identity primary key,
  -- Null: every partner. Only the sandbox's own tenants have that.
  partner_id text collate "C" references partners,
  tenant_id text not null check (tenant_id = lower(tenant_id)),
  -- The administrator's object id in the tenant, or the name of the operator's command.
  approved_by text not null,
  -- The administrator's name, as the sign-in service gave it.
  approver_name text,
  approved_at timestamptz not null,
  how approval_how not null,
  unique nulls not distinct (partner_id, tenant_id),
  check ((partner_id is null) = (how = 'sandbox'))
);
create index tenant_approvals_by_tenant on tenant_approvals (tenant_id);

-- An approval ends with the partner's last customer of the tenant.
create index customers_by_tenant on customers (partner_id, lower(tenant_id));

-- When a partner was last told that a run failed for a missing approval: at most one e-mail a day for each tenant.
create table approval_notices (
  partner_id text collate "C" not null references partners,
  tenant_id text not null,
  told_at timestamptz not null,
  primary key (partner_id, tenant_id)
);

-- Sign-ins that were started from a consent link and have not ended, each bound to one browser and used once.
create table consent_sign_ins (
  -- SHA-256 of the state that the sign-in service sends back.
  state_hash bytea primary key,
  customer_id text collate "C" not null references customers on delete cascade,
  -- The link it was started from; a newer link ends it.
  link_hash bytea not null,
  -- SHA-256 of the browser's cookie.
  browser_hash bytea not null,
  -- Sealed nonce and PKCE verifier; null while the administrator is on the consent page.
  secrets bytea,
  expires_at timestamptz not null
);
create index consent_sign_ins_by_customer on consent_sign_ins (customer_id, expires_at);
create index consent_sign_ins_by_expiry on consent_sign_ins (expires_at);

-- What was recorded here until now could have been forged.
delete from customer_consents;
