create type exception_kind as enum ('accepted-risk', 'compensating-control', 'emergency-account');

-- What somebody decided for a customer, until when. Removed ones stay, and go with the customer.
create table exceptions (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  customer_id text collate "C" not null references customers on delete cascade,
  kind exception_kind not null,
  -- Null for emergency accounts, which count for every product.
  product text,
  requirement text,
  -- Null: the whole requirement.
  object text,
  reason text not null,
  approver text not null,
  approved_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  -- Id of the account that removed it.
  removed_by text,
  check ((kind = 'emergency-account') = (product is null)),
  check ((product is null) = (requirement is null)),
  check (kind <> 'emergency-account' or object is not null),
  check (approved_at < expires_at),
  check ((removed_at is null) = (removed_by is null))
);
-- One for each thing: who decides anew changes it.
create unique index exceptions_once on exceptions (customer_id, product, requirement, lower(object))
  nulls not distinct where removed_at is null;
create index exceptions_by_customer on exceptions (customer_id, created_at desc, id desc) where removed_at is null;
