-- Chat channels: webhooks that get messages of Microsoft Teams or Slack instead of events. A message is made from the event when it is
-- sent. `url` is then only the origin of the address: the address itself is a secret, and sealed in `webhook_secrets`.
create type webhook_format as enum ('event', 'teams', 'slack');
alter table webhook_endpoints
  add column format webhook_format not null default 'event',
  add column name text check (length(name) between 1 and 80),
  -- Until then nothing is sent to a channel: it takes one message a second, or has asked for more time.
  add column resume_at timestamptz,
  add constraint webhook_endpoints_channel check (format = 'event' or (name is not null and event_types is not null));

-- Whether a channel gets an event of a kind that it takes: changed findings only if a critical one is new.
create function is_for_channel(type text, body bytea) returns boolean language sql immutable as $$
  select case when type <> 'findings.changed' then true else
    (convert_from(body, 'UTF8')::jsonb #> '{data,opened,requirements}') @> '[{"severity": "critical"}]'
    or (convert_from(body, 'UTF8')::jsonb #> '{data,reopened,requirements}') @> '[{"severity": "critical"}]' end
$$;

-- Queues each new event for the endpoints that take it; as before, but channels leave some out.
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
      select event.id as event_id, event.type, event.is_optional, endpoint.id as endpoint_id, endpoint.event_types
      from new_events as event join webhook_endpoints as endpoint on endpoint.partner_id = event.partner_id
      where endpoint.enabled and (
        select partner.status <> 'suspended' or partner.suspended_at = event.occurred_at
        from partners as partner where partner.id = endpoint.partner_id)
        and (endpoint.format = 'event' or is_for_channel(event.type, event.body))
      union all
      select event.id, event.type, event.is_optional, endpoint.id, endpoint.event_types
      from new_events as event join webhook_endpoints as endpoint on endpoint.distributor_id = event.distributor_id
      where endpoint.enabled and (
        select distributor.status <> 'suspended' or distributor.suspended_at = event.occurred_at
        from distributors as distributor where distributor.id = endpoint.distributor_id)
        and (endpoint.format = 'event' or is_for_channel(event.type, event.body))
    ), made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      select event_id, endpoint_id, type, 'event', now() from heard
      where type = any (event_types) or (event_types is null and not is_optional) order by event_id
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

-- As before, with the format, and without channels that may not be called yet. Another column of the result takes a new function.
drop function claim_deliveries(text[], integer, uuid);
create function claim_deliveries(lanes text[], most integer, token uuid)
returns table (
  delivery_id bigint, attempt integer, endpoint_id text, event_id text, event_type text, body bytea, url text, secrets jsonb,
  format webhook_format
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  open text[];
  removed text[];
begin
  if lanes is null then
    with recursive lane as (
      (select endpoint_id as id from delivery_queue where lease_token is null order by endpoint_id limit 1)
      union all
      select (
        select next.endpoint_id from delivery_queue as next
        where next.lease_token is null and next.endpoint_id > lane.id order by next.endpoint_id limit 1)
      from lane where lane.id is not null
    )
    select array_agg(lane.id) filter (where endpoint.enabled and exists (
        select from delivery_queue as due
        where due.endpoint_id = lane.id and due.lease_token is null and due.due_at <= now())),
      array_agg(lane.id) filter (where not endpoint.enabled)
    into lanes, removed from lane join webhook_endpoints as endpoint on endpoint.id = lane.id;
  end if;
  if removed is not null then
    with gone as (
      delete from delivery_queue as queue where queue.endpoint_id = any (removed) and queue.lease_token is null
      returning queue.delivery_id
    )
    update deliveries as delivery set state = 'canceled', ended_at = now(), next_attempt_at = null
    from gone where delivery.id = gone.delivery_id and delivery.state = 'pending';
  end if;
  if lanes is null then
    return;
  end if;
  select array_agg(held.id) into open from (
    select endpoint.id from webhook_endpoints as endpoint
    where endpoint.id = any (lanes) and endpoint.enabled
      and (endpoint.paused_until is null or endpoint.paused_until <= now())
      and (endpoint.resume_at is null or endpoint.resume_at <= now())
    order by endpoint.id for no key update skip locked) as held;
  return query
    with lane as materialized (
      select endpoint.id, greatest(0, endpoint.max_inflight - (
        select count(*) from delivery_queue as sent
        where sent.endpoint_id = endpoint.id and sent.lease_token is not null)) as room
      from webhook_endpoints as endpoint where endpoint.id = any (open)
    ), due as materialized (
      select first.delivery_id from lane cross join lateral (
        select waiting.delivery_id from delivery_queue as waiting
        where waiting.endpoint_id = lane.id and waiting.lease_token is null and waiting.due_at <= now()
        order by waiting.due_at, waiting.delivery_id limit lane.room for update skip locked) as first
      order by random() limit most
    )
    update delivery_queue as queue set lease_token = token, lease_until = clock_timestamp() + interval '30 s'
    from due, deliveries as delivery, events as event, webhook_endpoints as endpoint
    where queue.delivery_id = due.delivery_id and delivery.id = queue.delivery_id and event.id = delivery.event_id
      and endpoint.id = queue.endpoint_id
    returning queue.delivery_id, queue.attempt, queue.endpoint_id, event.id, event.type, event.body, endpoint.url, (
      select jsonb_object_agg(secret.state, encode(secret.sealed, 'base64')) from webhook_secrets as secret
      where secret.endpoint_id = endpoint.id and (secret.expires_at is null or secret.expires_at > now())), endpoint.format;
end $$;
