create type schedule_unit as enum ('day', 'week', 'month', 'quarter');
create type schedule_status as enum ('active', 'paused');
create type schedule_pause_reason as enum ('requested', 'consent_missing', 'failing', 'product_not_allowed');

-- When runs start by themselves.
create table schedules (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  -- Null: all customers that the partner has when the window opens.
  customer_id text collate "C" references customers on delete cascade,
  product text not null,
  -- Null: the product's own.
  maturity_target smallint check (maturity_target between 1 and 5),
  unit schedule_unit not null,
  unit_count smallint not null check (unit_count between 1 and 12),
  -- A weekday, a day of the month, or `last`; null: as on the first day.
  on_day text,
  -- HH:MM in the time zone. A window that closes before it opens closes on the next day.
  opens text not null,
  closes text not null check (closes <> opens),
  time_zone text not null,
  -- YYYY-MM-DD; occurrences are counted from here, so that they never drift.
  starts_on text collate "C" not null,
  status schedule_status not null default 'active',
  pause_reason schedule_pause_reason,
  -- Failures before this time do not pause it.
  resumed_at timestamptz,
  -- The occurrence that comes next: its day, and when its window opens.
  next_on text collate "C",
  next_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'paused') = (pause_reason is not null)),
  check ((status = 'active') = (next_at is not null)),
  check ((next_on is null) = (next_at is null))
);
create index schedules_by_partner on schedules (partner_id, created_at desc, id desc);
create index schedules_by_customer on schedules (customer_id);
create index schedules_due on schedules (next_at) where status = 'active';
create index schedules_awaiting_consent on schedules (id) where pause_reason = 'consent_missing';

-- Why an occurrence has no run, or that it has one.
create type occurrence_outcome as enum ('started', 'missed', 'run_limit', 'already_running', 'already_ran', 'consent_missing',
  'failing', 'partner_inactive', 'product_not_allowed');

-- One customer's part of one occurrence; without an outcome until it is due.
create table schedule_occurrences (
  schedule_id text collate "C" not null references schedules on delete cascade,
  occurs_on text collate "C" not null,
  customer_id text collate "C" not null references customers on delete cascade,
  due_at timestamptz not null,
  -- From then on it is missed.
  expires_at timestamptz not null,
  -- It was not carried out in time and has been given another place.
  is_late boolean not null default false,
  outcome occurrence_outcome,
  decided_at timestamptz,
  run_id text collate "C" references runs on delete set null,
  primary key (schedule_id, occurs_on, customer_id),
  check ((outcome is null) = (decided_at is null)),
  check (run_id is null or outcome = 'started')
);
create index schedule_occurrences_due on schedule_occurrences (due_at) where outcome is null;
create index schedule_occurrences_pending on schedule_occurrences (schedule_id, due_at) where outcome is null;
create index schedule_occurrences_by_customer on schedule_occurrences (customer_id, occurs_on);
create index schedule_occurrences_by_run on schedule_occurrences (run_id) where run_id is not null;
create index schedule_occurrences_decided on schedule_occurrences (decided_at) where outcome is not null;

-- UTC months in which a partner was notified that scheduled runs were skipped for its limit: one mail each.
create table schedule_limit_notices (
  partner_id text collate "C" not null references partners,
  month text collate "C" not null,
  primary key (partner_id, month)
);
