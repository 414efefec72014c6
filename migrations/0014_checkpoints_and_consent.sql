-- What an unfinished run has read so far, piece behind piece, compressed and sealed. Deleted in the transaction that ends
-- the run, and gone with the customer.
create table run_checkpoints (
  run_id text collate "C" not null references runs on delete cascade,
  number integer not null,
  content bytea not null,
  written_at timestamptz not null,
  primary key (run_id, number)
);

-- The newest consent link of each customer: single use, for the tenant it was made for, only a hash of its state kept.
create table consent_links (
  customer_id text collate "C" primary key references customers on delete cascade,
  partner_id text collate "C" not null references partners,
  tenant_id text not null,
  state_hash bytea not null unique,
  expires_at timestamptz not null
);

-- What the administrators of a customer's tenant answered last.
create table customer_consents (
  customer_id text collate "C" primary key references customers on delete cascade,
  partner_id text collate "C" not null references partners,
  tenant_id text not null,
  answered_at timestamptz not null,
  -- The sign-in service's word for why not; null where consent was given.
  refusal text
);
