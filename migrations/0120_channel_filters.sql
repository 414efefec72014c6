-- What a chat channel leaves out: findings below a severity, and customers that it does not name, alone or by a group.
alter table webhook_endpoints
  add column min_severity finding_severity,
  -- Stays when the last customer or group that it names is deleted: then it gets messages about no customer.
  add column is_filtered boolean not null default false;

create table webhook_customers (
  endpoint_id text collate "C" not null references webhook_endpoints,
  customer_id text collate "C" not null references customers on delete cascade,
  primary key (endpoint_id, customer_id)
);
create index webhook_customers_by_customer on webhook_customers (customer_id);

create table webhook_groups (
  endpoint_id text collate "C" not null references webhook_endpoints,
  group_id text collate "C" not null references customer_groups on delete cascade,
  primary key (endpoint_id, group_id)
);
create index webhook_groups_by_group on webhook_groups (group_id);

-- Whether an endpoint gets an event of a kind that it takes: webhooks get all of them. Lists of findings begin with the worst.
create function takes_event(endpoint webhook_endpoints, type text, customer_id text, body bytea) returns boolean
language sql stable as $$
  select endpoint.format = 'event' or (
    (not endpoint.is_filtered or customer_id is null
      or exists (select from webhook_customers as named
        where named.endpoint_id = endpoint.id and named.customer_id = takes_event.customer_id)
      or exists (select from webhook_groups as named join customer_group_members as member on member.group_id = named.group_id
        where named.endpoint_id = endpoint.id and member.customer_id = takes_event.customer_id))
    and case takes_event.type
      when 'findings.changed' then exists (
        select from jsonb_path_query(convert_from(body, 'UTF8')::jsonb, '$.data.keyvalue() ? (@.key == "opened" || @.key == "reopened")
          .value.requirements[*].severity') as found (severity)
        where (found.severity #>> '{}')::finding_severity <= coalesce(endpoint.min_severity, 'critical'))
      when 'assessment.completed' then endpoint.min_severity is null or exists (
        select from unnest(enum_range('critical', endpoint.min_severity)) as counted (severity)
        where (convert_from(body, 'UTF8')::jsonb -> 'data' ->> counted.severity::text)::integer > 0)
      else true end)
$$;

-- As before, with the filters of channels.
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
      select event.id as event_id, event.type, event.customer_id, event.body, endpoint as endpoint
      from new_events as event join webhook_endpoints as endpoint on endpoint.partner_id = event.partner_id
      where endpoint.enabled and (event.type = any (endpoint.event_types) or (endpoint.event_types is null and not event.is_optional))
        and (
          select partner.status <> 'suspended' or partner.suspended_at = event.occurred_at
          from partners as partner where partner.id = endpoint.partner_id)
      union all
      select event.id, event.type, event.customer_id, event.body, endpoint
      from new_events as event join webhook_endpoints as endpoint on endpoint.distributor_id = event.distributor_id
      where endpoint.enabled and (event.type = any (endpoint.event_types) or (endpoint.event_types is null and not event.is_optional))
        and (
          select distributor.status <> 'suspended' or distributor.suspended_at = event.occurred_at
          from distributors as distributor where distributor.id = endpoint.distributor_id)
    ), made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      select event_id, (endpoint).id, type, 'event', now() from heard
      where (endpoint).format = 'event' or takes_event(endpoint, type, customer_id, body) order by event_id
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
