-- Events that Stripe has sent, each once: a repetition finds its row and does nothing.
create table stripe_events (
  -- As in evt_….
  id text collate "C" primary key,
  type text not null,
  -- When it happened, by Stripe's clock.
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index stripe_events_by_age on stripe_events (received_at);

alter table subscriptions
  -- A reading of the subscription at Stripe that is under way. It writes the mirror only if it still has the lease, and
  -- every other writer of the mirror ends the lease: an older state never replaces a newer one.
  add sync_lease uuid,
  add sync_leased_until timestamptz,
  add check ((sync_lease is null) = (sync_leased_until is null)),
  -- The payment mails of the current run of failed payments; empty once the subscription is active again.
  add dunning_mails text[] not null default '{}';
