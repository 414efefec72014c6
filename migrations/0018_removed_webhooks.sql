-- What was on its way to an endpoint, or into its queue, while that was removed: it is canceled when its lane is looked at,
-- and never sent. The statement that removes the endpoint cannot see it.
-- Takes due deliveries of the given lanes, or of all, for 30 s: of each lane no more than it has room for. The endpoints'
-- rows are locked first, and the statement after it counts what others have taken meanwhile. Planning it takes ten times as
-- long as carrying it out: one plan is kept, of index lookups, which holds however full the tables become.
create or replace function claim_deliveries(lanes text[], most integer, token uuid)
returns table (
  delivery_id bigint, attempt integer, endpoint_id text, event_id text, event_type text, body bytea, url text, secrets jsonb
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
