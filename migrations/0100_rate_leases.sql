-- Parts of limits on requests that processes keep together, lent to one of them for a short time. Losing it in a crash of the
-- database costs nothing: by the time it is back, the windows are over.
create unlogged table rate_leases (
  id uuid primary key,
  key text not null,
  units integer not null,
  -- Until then the units count: of a lease that is out as if its process died, of a returned one until its window is over.
  counts_until timestamptz not null
);
create index rate_leases_by_key on rate_leases (key, counts_until);

-- Takes back what is returned ({id, used, windowMs}), then lends what is asked for ({id, key, limit, min, wanted, countMs}):
-- what is wanted, or less if the limit has no room for it. Where it has no room for min, units is 0 and wait_ms says when the
-- first lease stops counting. Keys are locked in their order, so that calls of several processes cannot deadlock, and each
-- statement after that sees what the call before has lent.
create function exchange_rate_leases(asked json, returned json)
returns table (id uuid, units integer, wait_ms integer) language plpgsql as $$
declare
  ask record;
  room integer;
  first_end timestamptz;
begin
  update rate_leases as lease
    set units = back.used, counts_until = clock_timestamp() + make_interval(secs => back."windowMs" / 1000.0)
    from json_to_recordset(returned) as back (id uuid, used integer, "windowMs" integer) where lease.id = back.id;
  for ask in
    select each.* from json_to_recordset(asked) as each
      (id uuid, key text, "limit" integer, "min" integer, wanted integer, "countMs" integer)
    order by each.key
  loop
    perform pg_advisory_xact_lock(hashtextextended(ask.key, 2));
    delete from rate_leases as lease where lease.key = ask.key and lease.counts_until <= clock_timestamp();
    select ask."limit" - coalesce(sum(lease.units), 0), min(lease.counts_until) into room, first_end
      from rate_leases as lease where lease.key = ask.key;
    id := ask.id;
    units := case when room >= ask."min" then least(room, ask.wanted) else 0 end;
    wait_ms := case when units > 0 then 0
      else greatest(1, ceil(extract(epoch from first_end - clock_timestamp()) * 1000)) end;
    if units > 0 then
      insert into rate_leases (id, key, units, counts_until)
        values (ask.id, ask.key, exchange_rate_leases.units, clock_timestamp() + make_interval(secs => ask."countMs" / 1000.0));
    end if;
    return next;
  end loop;
end $$;
