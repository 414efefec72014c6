-- The OpenID Connect provider of an account: its people can sign in through it, and nobody else.
create table sign_on_providers (
  -- The id of the partner or distributor.
  account_id text collate "C" primary key,
  partner_id text collate "C" unique references partners,
  distributor_id text collate "C" unique references distributors,
  issuer text not null,
  client_id text not null,
  -- Sealed.
  client_secret bytea not null,
  changed_at timestamptz not null,
  -- When an owner signed in through it first since it was changed, and what the id token said. Until then it signs nobody in.
  tested_at timestamptz,
  test jsonb,
  -- The claim, and its value, that counts as a second factor. Null: none does.
  factor_claim text check (factor_claim in ('amr', 'acr')),
  factor_value text check (length(factor_value) between 1 and 200),
  -- Whether people can sign in in no other way, except one owner.
  is_required boolean not null default false,
  exempt_person_id text collate "C" references people on delete set null,
  check (num_nonnulls(partner_id, distributor_id) = 1),
  check (account_id = coalesce(partner_id, distributor_id)),
  check (num_nonnulls(factor_claim, factor_value) <> 1),
  check ((tested_at is null) = (test is null)),
  check (not is_required or (tested_at is not null and exempt_person_id is not null))
);
create index sign_on_providers_by_exempt on sign_on_providers (exempt_person_id) where exempt_person_id is not null;

-- The e-mail domains that an account has proven to control, or is proving.
create table sign_on_domains (
  account_id text collate "C" not null references sign_on_providers on delete cascade,
  -- In lower case.
  domain text not null,
  -- What a TXT record in the domain has to contain.
  proof text not null,
  added_at timestamptz not null,
  verified_at timestamptz,
  primary key (account_id, domain)
);
create index sign_on_domains_verified on sign_on_domains (domain, verified_at desc) where verified_at is not null;

-- Who signs in as whom: the provider's identifier of a person (`sub`), which only has a meaning at that provider.
create table sign_on_links (
  account_id text collate "C" not null references sign_on_providers on delete cascade,
  subject text collate "C" not null,
  person_id text collate "C" not null unique references people on delete cascade,
  -- The address or name in the id token, for display.
  name text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, subject)
);

-- Of a sign-in through an account's own provider instead of Microsoft.
alter table microsoft_sign_ins add account_id text collate "C" references sign_on_providers on delete cascade;
create index microsoft_sign_ins_by_account on microsoft_sign_ins (account_id) where account_id is not null;

-- Whether the session began through the provider of the person's account.
alter table sessions add through_provider boolean not null default false;
