-- Which processor has a subscription, and the ids of what Stripe has. `subscriptions` is our copy (the mirror) for both;
-- `anchor_at`, `debited_minor` and `last_invoice_number` are the embedded processor's own.
create type billing_processor as enum ('embedded', 'stripe');
alter table subscriptions
  add processor billing_processor not null default 'embedded',
  add stripe_customer_id text collate "C",
  -- Null until the subscription is provisioned.
  add stripe_subscription_id text collate "C",
  add stripe_item_id text collate "C",
  -- Stripe's alone: the embedded processor looks into `invoices`.
  add has_open_invoices boolean not null default false,
  -- When the mirror was last compared with Stripe.
  add synced_at timestamptz,
  add check ((stripe_subscription_id is null) = (stripe_item_id is null)),
  add check (processor = 'stripe' or stripe_subscription_id is null),
  alter debited_minor set default 0;
create unique index subscriptions_by_stripe_id on subscriptions (stripe_subscription_id)
  where stripe_subscription_id is not null;
create index subscriptions_by_stripe_customer on subscriptions (stripe_customer_id) where stripe_customer_id is not null;
drop index subscriptions_due;
create index subscriptions_due on subscriptions (period_end)
  where processor = 'embedded' and status in ('active', 'trialing', 'past_due');

-- Until now an attempt and its effects were one transaction, so what is still pending was never carried out.
update plan_changes set outcome = 'failed', message = 'The service stopped before the change.', ended_at = now()
where outcome = 'pending';

-- A change is stored as pending, then carried out by the processor, then recorded. Whoever has the lease does that; a change
-- whose lease has expired is carried out again, under the same id.
alter table plan_changes
  -- When it was counted towards the hourly limit; requested_at has whole seconds, and is where proration starts.
  add admitted_at timestamptz,
  add attempts integer not null default 1,
  add leased_until timestamptz,
  -- The terms before it. Of a pending change, plan, billing and currency are all of the terms after it.
  add before_plan plan_name,
  add before_billing billing_cycle,
  add before_currency billing_currency,
  add before_period_end timestamptz,
  -- What recording it needs, deleted then: who asked, the settlement to change with it, and the Idempotency-Key of the call.
  add author jsonb,
  add settlement jsonb,
  add idempotency_account text collate "C",
  add idempotency_route text,
  add idempotency_key text,
  add request_hash bytea,
  -- What every call that waited for it is answered: a result or a problem.
  add answer json;
update plan_changes set admitted_at = requested_at;
alter table plan_changes
  alter admitted_at set not null,
  add check (
    (outcome = 'pending') = (leased_until is not null)
    and (outcome = 'pending') = (author is not null)),
  add check (outcome <> 'pending' or (
    billing is not null and currency is not null
    and before_plan is not null and before_billing is not null and before_currency is not null
    and before_period_end is not null)),
  add check (outcome = 'pending' or (settlement is null and idempotency_key is null)),
  add check (
    (idempotency_key is null) = (idempotency_account is null) and (idempotency_key is null) = (idempotency_route is null)
    and (idempotency_key is null) = (request_hash is null));

-- A partner has at most one.
create unique index plan_changes_pending on plan_changes (partner_id) where outcome = 'pending';
create index plan_changes_by_lease on plan_changes (leased_until) where outcome = 'pending';
create index plan_changes_by_key on plan_changes (idempotency_account, idempotency_route, idempotency_key)
  where idempotency_key is not null;
drop index plan_changes_by_partner;
create index plan_changes_by_partner on plan_changes (partner_id, admitted_at desc);
