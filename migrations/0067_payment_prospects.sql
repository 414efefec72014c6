-- What an unpaid invoice at Stripe leads to, and when: read with the subscription, so that pages need not ask Stripe.
alter table subscriptions
  -- Whether the bank wants its payment confirmed.
  add must_confirm boolean not null default false,
  -- When the card is charged again.
  add next_attempt_at timestamptz,
  -- From about when on the subscription is unpaid, by the settings that the guide says to make in Stripe's dashboard.
  add stops_at timestamptz;

update subscriptions set must_confirm = true where 'confirm' = any(dunning_mails);
