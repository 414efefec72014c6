-- Who bills the partners of a distributor: the payment processor, or the distributor, which settles with us.
alter table distributors
  add processor_billing boolean not null default false,
  add processor_billing_since timestamptz,
  -- Where statements are sent; without it, to the administrator.
  add billing_email text;

-- As it is for the partner now: it follows its distributor when a period of its subscription ends.
alter table partners add processor_billing boolean not null default true;
update partners set processor_billing = false where distributor_id is not null;

-- What a distributor keeps of the list price, from a UTC day on.
create table revenue_shares (
  distributor_id text collate "C" not null references distributors,
  day text collate "C" not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  primary key (distributor_id, day)
);

-- One row for each UTC day on which something changed, however often: what the day counts as, and the days after it until the
-- next row. A partner has exactly one plan, currency, interval and biller on a day, so no change can count a day twice.
create table partner_days (
  partner_id text collate "C" not null references partners,
  day text collate "C" not null,
  -- The largest plan on which the partner was active during this day; null if it was never active.
  plan plan_name,
  -- The plan of the days after it; null while the partner is not active.
  next_plan plan_name,
  -- At the end of the day.
  currency settlement_currency not null,
  interval settlement_interval not null,
  processor_billing boolean not null,
  primary key (partner_id, day)
);

-- Partners from before are settled from the current quarter on, as they are now.
insert into partner_days
select id,
  to_char(greatest(created_at, date_trunc('quarter', now(), 'UTC')) at time zone 'UTC', 'YYYY-MM-DD'),
  case when status = 'active' then plan end, case when status = 'active' then plan end,
  settlement_currency, settlement_interval, processor_billing
from partners;

-- A trigger, because every statement that changes one of these columns counts, in whatever feature it is.
create function record_partner_day() returns trigger language plpgsql as $$
declare
  of_change text := to_char(new.updated_at at time zone 'UTC', 'YYYY-MM-DD');
  active_plan plan_name := case when new.status = 'active' then new.plan end;
begin
  insert into partner_days (partner_id, day, plan, next_plan, currency, interval, processor_billing)
  -- A change that read its clock before midnight and waited for another one belongs to the day of that one.
  select new.id, greatest(of_change, max(earlier.day)),
    greatest(active_plan, case when old.status = 'active' then old.plan end), active_plan,
    new.settlement_currency, new.settlement_interval, new.processor_billing
  from partner_days as earlier where earlier.partner_id = new.id
  on conflict (partner_id, day) do update set
    plan = greatest(partner_days.plan, excluded.plan), next_plan = excluded.next_plan,
    currency = excluded.currency, interval = excluded.interval, processor_billing = excluded.processor_billing;
  return null;
end $$;
create trigger record_partner_day
  after insert or update of status, plan, settlement_currency, settlement_interval, processor_billing on partners
  for each row execute function record_partner_day();

-- Periods that are closed: each once, with a statement for each currency that has anything to state.
create table settlement_closings (
  distributor_id text collate "C" not null references distributors,
  -- As in 2026-Q3 or 2026.
  period text collate "C" not null,
  interval settlement_interval not null,
  first_day text collate "C" not null,
  last_day text collate "C" not null,
  closed_at timestamptz not null,
  primary key (distributor_id, period)
);

-- Amounts are whole minor units of the currency. Above zero, the distributor owes them.
create table settlement_statements (
  id text collate "C" primary key,
  distributor_id text collate "C" not null references distributors,
  -- Counts up from 1 for each distributor, without gaps.
  number integer not null,
  period text collate "C" not null,
  currency settlement_currency not null,
  company text not null,
  partners_count integer not null,
  charged_minor bigint not null,
  share_minor bigint not null,
  adjustments_minor bigint not null,
  total_minor bigint not null,
  closed_at timestamptz not null,
  unique (distributor_id, number),
  unique (distributor_id, period, currency),
  foreign key (distributor_id, period) references settlement_closings,
  check (total_minor = charged_minor - share_minor + adjustments_minor)
);
create index settlement_statements_by_time on settlement_statements (distributor_id, closed_at desc, id desc);

-- Consecutive days of one partner on one plan and the same terms.
create table settlement_lines (
  statement_id text collate "C" not null references settlement_statements,
  position integer not null,
  partner_id text collate "C" not null references partners,
  company text not null,
  plan plan_name not null,
  first_day text collate "C" not null,
  last_day text collate "C" not null,
  days integer not null check (days > 0),
  -- Of the plan for the whole period, and what falls to these days.
  price_minor bigint not null,
  list_minor bigint not null check (list_minor between 0 and price_minor),
  share_basis_points integer not null,
  share_minor bigint not null check (share_minor between 0 and list_minor),
  processor_billing boolean not null,
  amount_minor bigint not null,
  primary key (statement_id, position),
  check (amount_minor = case when processor_billing then 0 else list_minor end - share_minor)
);

-- What partners used; it is stated, not charged.
create table settlement_usage (
  statement_id text collate "C" not null references settlement_statements,
  partner_id text collate "C" not null references partners,
  company text not null,
  runs integer not null,
  customers integer not null,
  primary key (statement_id, partner_id)
);

-- For the next statement of the distributor in this currency and interval.
create table settlement_adjustments (
  id text collate "C" primary key,
  distributor_id text collate "C" not null references distributors,
  currency settlement_currency not null,
  interval settlement_interval not null,
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null,
  author text not null,
  created_at timestamptz not null
);
create index settlement_adjustments_by_distributor on settlement_adjustments (distributor_id, interval);

-- The one statement that an adjustment is part of.
create table stated_adjustments (
  adjustment_id text collate "C" primary key references settlement_adjustments,
  statement_id text collate "C" not null references settlement_statements
);
create index stated_adjustments_by_statement on stated_adjustments (statement_id);

-- A closed statement never changes, for any role. Corrections are adjustments.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger refuse_change before update or delete or truncate on settlement_closings execute function refuse_change();
create trigger refuse_change before update or delete or truncate on settlement_statements execute function refuse_change();
create trigger refuse_change before update or delete or truncate on settlement_lines execute function refuse_change();
create trigger refuse_change before update or delete or truncate on settlement_usage execute function refuse_change();
create trigger refuse_change before update or delete or truncate on settlement_adjustments execute function refuse_change();
create trigger refuse_change before update or delete or truncate on stated_adjustments execute function refuse_change();
