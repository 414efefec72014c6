-- People who sign in to the portal. Somebody who works for several accounts is one person in each: an administrator of
-- one account can change nothing in another.
create type person_role as enum ('owner', 'admin', 'technician', 'reader');
create type person_status as enum ('active', 'blocked');
create type credential_kind as enum ('password', 'totp', 'recovery', 'passkey', 'microsoft');
create type sign_in_outcome as enum ('signed-in', 'wrong-password', 'wrong-factor');

create table people (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  email text not null,
  name text not null,
  role person_role not null,
  status person_status not null default 'active',
  created_at timestamptz not null,
  -- Wrong second factors since a time; a right one ends the count.
  factor_tries integer not null default 0,
  factor_tries_since timestamptz,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
create unique index people_of_partner on people (partner_id, lower(email)) where partner_id is not null;
create unique index people_of_distributor on people (distributor_id, lower(email)) where distributor_id is not null;
create index people_by_email on people (lower(email));

create table credentials (
  id text collate "C" primary key,
  person_id text collate "C" not null references people on delete cascade,
  kind credential_kind not null,
  -- False while an authenticator app awaits its first code.
  active boolean not null default true,
  name text,
  -- Of a password its scrypt hash, of a recovery code its SHA-256.
  hash text,
  -- Of an authenticator app: the sealed secret, and the time step of the last code that was used.
  secret bytea,
  last_step bigint,
  -- Of a passkey.
  public_key bytea,
  counter bigint,
  transports text[],
  -- Of a passkey its credential id, of a Microsoft account its tenant and subject.
  external_id text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index credentials_one_password on credentials (person_id) where kind = 'password';
create unique index credentials_one_app on credentials (person_id, active) where kind = 'totp';
create unique index credentials_one_passkey on credentials (external_id) where kind = 'passkey';
create unique index credentials_one_account on credentials (external_id, person_id) where kind = 'microsoft';
create index credentials_by_person on credentials (person_id, kind);

create table sessions (
  -- SHA-256 of the token in the cookie.
  hash bytea primary key,
  id text collate "C" not null unique,
  person_id text collate "C" not null references people on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  -- A factor was confirmed: what needs one is allowed until then.
  strong_until timestamptz,
  -- The same person in other accounts, whose password was right as well.
  others text[] not null default '{}',
  address text,
  agent text
);
create index sessions_by_person on sessions (person_id, created_at desc);
create index sessions_by_end on sessions (ends_at);
create index sessions_by_idle on sessions (idle_until);

-- Sign-ins between the password and the second factor or the choice of an account; each belongs to one browser.
create table sign_in_steps (
  -- SHA-256 of the token in the cookie.
  hash bytea primary key,
  -- Those whose password was right.
  candidates text[] not null,
  -- The one that was chosen.
  person_id text collate "C" references people on delete cascade,
  next_path text,
  ends_at timestamptz not null
);
create index sign_in_steps_by_end on sign_in_steps (ends_at);

-- Wrong passwords by address and by where they came from, for known and unknown addresses alike.
create table sign_in_failures (
  -- SHA-256 of the e-mail address in lower case.
  email_hash bytea not null,
  -- An IPv4 address or IPv6 network; '*' for all of them.
  source text not null,
  failures integer not null,
  last_at timestamptz not null,
  primary key (email_hash, source)
);
create index sign_in_failures_by_time on sign_in_failures (last_at);

create table sign_ins (
  id bigint generated always as identity primary key,
  person_id text collate "C" not null references people on delete cascade,
  at timestamptz not null,
  outcome sign_in_outcome not null,
  method text not null,
  address text,
  agent text
);
create index sign_ins_by_person on sign_ins (person_id, id desc);
create index sign_ins_by_time on sign_ins (at);

create table invitations (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  email text not null,
  name text not null,
  role person_role not null,
  -- Hash of the token in the newest mail; null until that is written.
  hash bytea unique,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
create unique index invitations_of_partner on invitations (partner_id, lower(email)) where partner_id is not null;
create unique index invitations_of_distributor on invitations (distributor_id, lower(email)) where distributor_id is not null;
create index invitations_by_end on invitations (ends_at);

create table password_resets (
  -- SHA-256 of the token in the link.
  hash bytea primary key,
  person_id text collate "C" not null unique references people on delete cascade,
  ends_at timestamptz not null
);
create index password_resets_by_end on password_resets (ends_at);

-- Version 0.1 asked for a password at the activation, and let nobody sign in with it yet.
insert into people (id, partner_id, email, name, role, created_at)
  select 'usr_' || substr(login.partner_id, 5), login.partner_id, login.email, partner.name, 'owner', login.updated_at
  from logins as login join partners as partner on partner.id = login.partner_id;
insert into credentials (id, person_id, kind, hash, created_at)
  select 'cred_' || substr(partner_id, 5), 'usr_' || substr(partner_id, 5), 'password', password_hash, updated_at from logins;
drop table logins;
