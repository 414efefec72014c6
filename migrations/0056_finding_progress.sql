create type finding_status as enum ('open', 'planned', 'done', 'verified');

-- How far the repair of a customer's finding is. No row: nobody has planned it, so it is open. Ids and times only: what was found
-- is in the sealed result of the run.
create table finding_progress (
  customer_id text collate "C" not null references customers on delete cascade,
  partner_id text collate "C" not null references partners,
  product text collate "C" not null,
  requirement text collate "C" not null,
  status finding_status not null,
  -- Who repairs it. Null: nobody, as after the person has left the team.
  owner_id text collate "C" references people on delete set null,
  -- YYYY-MM-DD
  due_on text collate "C",
  changed_at timestamptz not null,
  -- Null: a run changed it.
  changed_by text collate "C" references people on delete set null,
  -- When the tenant was read by the run that last decided; what was read earlier decides nothing any more.
  read_at timestamptz,
  -- When a run found it again after it was done or verified; null once it is verified.
  reopened_at timestamptz,
  primary key (customer_id, product, requirement),
  check ((status = 'planned') = (due_on is not null)),
  check (status <> 'verified' or read_at is not null)
);
create index finding_progress_by_owner on finding_progress (owner_id) where owner_id is not null;
create index finding_progress_by_author on finding_progress (changed_by) where changed_by is not null;
