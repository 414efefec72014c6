-- What the log of deliveries shows and filters by, in the delivery's own row.
alter table deliveries
  -- The type of its event.
  add column type text,
  -- Why the last attempt failed, in a word such as tls; null after one that did not fail.
  add column last_error_code text,
  -- The replay that made it, where one made many.
  add column replay_id text collate "C";
update deliveries as delivery set
  type = coalesce((select event.type from events as event where event.id = delivery.event_id), ''),
  last_error_code = (
    select attempt.error_code from delivery_attempts as attempt
    where attempt.delivery_id = delivery.id and delivery.last_outcome <> 'delivered'
    order by attempt.started_at desc limit 1);
alter table deliveries alter column type set not null;

-- The log is read by endpoint and time. Those that were delivered are nearly all: a filter by another state has an index of
-- its own, which also finds the pending ones.
create index deliveries_newest on deliveries (endpoint_id, created_at desc, id desc);
create index deliveries_newest_of_type on deliveries (endpoint_id, type, created_at desc, id desc);
create index deliveries_not_delivered on deliveries (endpoint_id, state, created_at desc, id desc) where state <> 'delivered';
create index deliveries_by_replay on deliveries (replay_id, state) where replay_id is not null;
drop index deliveries_by_endpoint;
drop index deliveries_pending;

-- One order to send many deliveries again: what was selected, how fast, and whether it was stopped. How far it is stands in
-- its deliveries.
create table webhook_replays (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  -- The filter as it was given; it names endpoints and kinds of events, never customers.
  filter jsonb not null,
  per_second smallint not null check (per_second > 0),
  deliveries integer not null check (deliveries >= 0),
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
create index webhook_replays_by_partner on webhook_replays (partner_id, created_at desc, id desc) where partner_id is not null;
create index webhook_replays_by_distributor on webhook_replays (distributor_id, created_at desc, id desc)
  where distributor_id is not null;
create index webhook_replays_by_age on webhook_replays (created_at);

-- Queues each new event for the endpoints that hear of it; as before, and with the type of the event.
create or replace function queue_deliveries() returns trigger language plpgsql as $$
declare
  woken text;
begin
  -- Most accounts have no endpoint: they pay for two index lookups and no more.
  if not exists (
    select from new_events as event
    where exists (select from webhook_endpoints as endpoint where endpoint.partner_id = event.partner_id)
      or exists (select from webhook_endpoints as endpoint where endpoint.distributor_id = event.distributor_id)
  ) then
    return null;
  end if;
  for woken in
    with heard as (
      select event.id as event_id, event.type, endpoint.id as endpoint_id, endpoint.event_types
      from new_events as event join webhook_endpoints as endpoint on endpoint.partner_id = event.partner_id
      where endpoint.enabled and (
        select partner.status <> 'suspended' or partner.suspended_at = event.occurred_at
        from partners as partner where partner.id = endpoint.partner_id)
      union all
      select event.id, event.type, endpoint.id, endpoint.event_types
      from new_events as event join webhook_endpoints as endpoint on endpoint.distributor_id = event.distributor_id
      where endpoint.enabled and (
        select distributor.status <> 'suspended' or distributor.suspended_at = event.occurred_at
        from distributors as distributor where distributor.id = endpoint.distributor_id)
    ), made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      select event_id, endpoint_id, type, 'event', now() from heard
      where event_types is null or type = any (event_types) order by event_id
      returning id, endpoint_id
    ), queued as (
      insert into delivery_queue (delivery_id, endpoint_id, due_at) select id, endpoint_id, now() from made
      returning endpoint_id
    )
    select distinct endpoint_id from queued
  loop
    perform pg_notify('deliveries', woken);
  end loop;
  return null;
end $$;
