-- Where an account hears of events; null in event_types: of every kind. Never deleted: its deliveries remain.
create table webhook_endpoints (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  url text not null,
  event_types text[],
  enabled boolean not null,
  -- Requests on their way to it at once, of all processes together.
  max_inflight smallint not null default 4 check (max_inflight > 0),
  paused_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(partner_id, distributor_id) = 1)
);
create index webhook_endpoints_by_partner on webhook_endpoints (partner_id) where partner_id is not null;
create index webhook_endpoints_by_distributor on webhook_endpoints (distributor_id) where distributor_id is not null;

-- next: signs beside the current one, so that a receiver can be tried; previous: signs beside it until it expires.
create type webhook_secret_state as enum ('next', 'current', 'previous');
create table webhook_secrets (
  endpoint_id text collate "C" not null references webhook_endpoints,
  state webhook_secret_state not null,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (endpoint_id, state),
  check ((state = 'previous') = (expires_at is not null))
);

create type delivery_cause as enum ('event', 'replay', 'test');
create type delivery_state as enum ('pending', 'delivered', 'failed', 'canceled');
create type attempt_outcome as enum ('delivered', 'failed', 'interrupted');

-- One event on its way to one endpoint: what is shown. Whoever sends never searches here. Without foreign keys, whose
-- checks would lock the endpoint's row in every transaction that emits an event.
create table deliveries (
  id bigint generated always as identity primary key,
  event_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  cause delivery_cause not null,
  state delivery_state not null default 'pending',
  -- Attempts that count; those that a crash cut short do not.
  attempts integer not null default 0,
  last_outcome attempt_outcome,
  last_status integer,
  last_error text,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null)),
  check (state = 'pending' or next_attempt_at is null)
);
create index deliveries_by_endpoint on deliveries (endpoint_id, id desc);
create index deliveries_by_event on deliveries (event_id);
create index deliveries_pending on deliveries (endpoint_id) where state = 'pending';

-- What is still to be sent. Each endpoint is a lane of its own; a row goes when its delivery has ended.
create table delivery_queue (
  delivery_id bigint primary key,
  endpoint_id text collate "C" not null,
  due_at timestamptz not null,
  -- The attempt that comes next, or is on its way, from 1 on.
  attempt integer not null default 1,
  lease_token uuid,
  lease_until timestamptz,
  check ((lease_token is null) = (lease_until is null))
);
create index delivery_queue_waiting on delivery_queue (endpoint_id, due_at, delivery_id) where lease_token is null;
create index delivery_queue_leased on delivery_queue (endpoint_id, lease_until) where lease_token is not null;

-- Every request that was made, for a month. Append only.
create table delivery_attempts (
  delivery_id bigint not null,
  attempt integer not null,
  outcome attempt_outcome not null,
  started_at timestamptz not null,
  total_ms real,
  dns_ms real,
  connect_ms real,
  tls_ms real,
  first_byte_ms real,
  url text,
  address text,
  status integer,
  error_code text,
  error text,
  request_headers jsonb,
  response_headers jsonb,
  response_body bytea
);
create index delivery_attempts_by_delivery on delivery_attempts (delivery_id, started_at);
create index delivery_attempts_by_age on delivery_attempts (started_at);

-- Queues each new event for the endpoints that hear of it, in the statement that inserts it: no way of writing an event
-- can forget them. A suspended account hears of its suspension and of nothing after it.
create function queue_deliveries() returns trigger language plpgsql as $$
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
      insert into deliveries (event_id, endpoint_id, cause, next_attempt_at)
      select event_id, endpoint_id, 'event', now() from heard
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
create trigger queue_deliveries after insert on events
  referencing new table as new_events for each statement execute function queue_deliveries();

-- Takes due deliveries of the given lanes, or of all, for 30 s: of each lane no more than it has room for. The endpoints'
-- rows are locked first, and the statement after it counts what others have taken meanwhile. Planning it takes ten times as
-- long as carrying it out: one plan is kept, of index lookups, which holds however full the tables become.
create function claim_deliveries(lanes text[], most integer, token uuid)
returns table (
  delivery_id bigint, attempt integer, endpoint_id text, event_id text, event_type text, body bytea, url text, secrets jsonb
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  open text[];
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
    select array_agg(lane.id) into lanes from lane where lane.id is not null and exists (
      select from delivery_queue as due
      where due.endpoint_id = lane.id and due.lease_token is null and due.due_at <= now());
  end if;
  if lanes is null then
    return;
  end if;
  select array_agg(held.id) into open from (
    select endpoint.id from webhook_endpoints as endpoint
    where endpoint.id = any (lanes) and (endpoint.paused_until is null or endpoint.paused_until <= now())
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
      where secret.endpoint_id = endpoint.id and (secret.expires_at is null or secret.expires_at > now()));
end $$;
