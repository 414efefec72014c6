-- Events of kinds that only those receive who name them: an account that takes all events knew nothing of these kinds when it
-- decided so.
alter table events add column is_optional boolean not null default false;

-- Queues each new event for the endpoints that take it; as before, but optional events only for endpoints that name their kind.
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
      union all
      select event.id, event.type, event.is_optional, endpoint.id, endpoint.event_types
      from new_events as event join webhook_endpoints as endpoint on endpoint.distributor_id = event.distributor_id
      where endpoint.enabled and (
        select distributor.status <> 'suspended' or distributor.suspended_at = event.occurred_at
        from distributors as distributor where distributor.id = endpoint.distributor_id)
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

-- The end that exception.expiring has announced. A renewed exception has another one, which is announced again.
alter table exceptions add column announced_end timestamptz;
create index exceptions_to_announce on exceptions (expires_at)
  where removed_at is null and announced_end is distinct from expires_at;
