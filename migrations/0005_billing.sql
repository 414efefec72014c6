create type subscription_status as enum ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused');
create type billing_cycle as enum ('monthly', 'rolling');
create type billing_currency as enum ('usd', 'aud', 'gbp', 'eur', 'sgd');
create type invoice_status as enum ('draft', 'open', 'paid', 'uncollectible', 'void');
create type invoice_reason as enum ('subscription_create', 'subscription_cycle', 'subscription_update', 'subscription_cancel');
create type plan_change_outcome as enum ('pending', 'succeeded', 'refused', 'failed');

-- What a partner pays for. Moments are whole seconds, amounts whole minor units of the currency.
create table subscriptions (
  partner_id text collate "C" primary key references partners,
  status subscription_status not null,
  plan plan_name not null,
  billing billing_cycle not null,
  currency billing_currency not null,
  -- Periods end whole months after this moment; a day that a month lacks becomes its last, for that month only.
  anchor_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- What the plan was debited at for the whole period: what is left unused is credited from this.
  debited_minor bigint not null check (debited_minor >= 0),
  last_invoice_number integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  check (period_end > period_start)
);
create index subscriptions_due on subscriptions (period_end) where status in ('active', 'trialing', 'past_due');

-- What invoices below zero left over, for the next invoice in the same currency.
create table credit_balances (
  partner_id text collate "C" not null references partners,
  currency billing_currency not null,
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (partner_id, currency)
);

-- Numbered by partner, without gaps.
create table invoices (
  partner_id text collate "C" not null references partners,
  number integer not null,
  status invoice_status not null,
  reason invoice_reason not null,
  currency billing_currency not null,
  -- The sum of the lines, which may be below zero; then the credit taken from the balance, and what is left to pay.
  total_minor bigint not null,
  credit_used_minor bigint not null check (credit_used_minor >= 0),
  due_minor bigint not null check (due_minor >= 0),
  change_id uuid,
  issued_at timestamptz not null,
  primary key (partner_id, number),
  check (due_minor = greatest(total_minor, 0) - credit_used_minor)
);

-- Lines without an invoice wait for the next one.
create table invoice_lines (
  id bigint generated always as identity primary key,
  partner_id text collate "C" not null references partners,
  invoice_number integer,
  currency billing_currency not null,
  amount_minor bigint not null,
  description text not null,
  period_from timestamptz not null,
  period_until timestamptz not null,
  change_id uuid,
  foreign key (partner_id, invoice_number) references invoices (partner_id, number)
);
create index invoice_lines_by_invoice on invoice_lines (partner_id, invoice_number);
create index invoice_lines_by_change on invoice_lines (change_id) where change_id is not null;

-- Every change that was asked for, written before it is tried; its id is the idempotency key of the processor.
create table plan_changes (
  id uuid primary key,
  partner_id text collate "C" not null references partners,
  author_kind author_kind not null,
  author_id text not null,
  plan plan_name not null,
  -- As asked; absent where the subscription's own was kept.
  billing billing_cycle,
  currency billing_currency,
  outcome plan_change_outcome not null,
  message text,
  requested_at timestamptz not null,
  ended_at timestamptz,
  check ((outcome = 'pending') = (ended_at is null))
);
create index plan_changes_by_partner on plan_changes (partner_id, requested_at desc);

-- Partners from before were never charged: their first period is debited at nothing, its end brings the first invoice.
insert into subscriptions
  (partner_id, status, plan, billing, currency, anchor_at, period_start, period_end, debited_minor, created_at, updated_at)
select id, 'active', plan, 'monthly', 'usd', moment, moment,
  (moment at time zone 'UTC' + interval '1 month') at time zone 'UTC', 0, moment, moment
from partners, date_trunc('second', now()) as moment;
