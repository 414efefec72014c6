-- A call that asked for what was already pending, and got its result. It changed nothing itself, and counts as an attempt.
alter type plan_change_outcome add value 'joined';

-- Payments that a partner's bank has reversed at its customer's request, as Stripe reports them.
create table payment_disputes (
  -- Stripe's id.
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners (id),
  invoice_number text,
  amount_minor bigint not null,
  currency text not null,
  -- Stripe's words, as in fraudulent and needs_response.
  reason text not null,
  status text not null,
  opened_at timestamptz not null,
  -- Until when it can be answered; null where that is no longer possible.
  answer_by timestamptz,
  closed_at timestamptz
);
create index payment_disputes_open on payment_disputes (partner_id) where closed_at is null;
