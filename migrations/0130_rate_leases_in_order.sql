-- As before, but deadlocks neither with other calls nor with the deletion of expired leases: all keys are locked first, in the
-- order of their locks, those of returned leases included. Returned rows were updated before any key was locked, so that a call
-- that deleted one of them because it had expired waited for this call, and this call for its keys.
create or replace function exchange_rate_leases(asked json, returned json)
returns table (id uuid, units integer, wait_ms integer) language plpgsql as $$
declare
  lock bigint;
  ask record;
  room integer;
  first_end timestamptz;
begin
  -- The key of a lease never changes, so it may be read before it is locked.
  for lock in
    select hashtextextended(used.key, 2) from (
      select each.key from json_to_recordset(asked) as each (key text)
      union
      select lease.key from json_to_recordset(returned) as back (id uuid) join rate_leases as lease on lease.id = back.id
    ) as used order by 1
  loop
    perform pg_advisory_xact_lock(lock);
  end loop;
  update rate_leases as lease
    set units = back.used, counts_until = clock_timestamp() + make_interval(secs => back."windowMs" / 1000.0)
    from json_to_recordset(returned) as back (id uuid, used integer, "windowMs" integer) where lease.id = back.id;
  for ask in
    select each.* from json_to_recordset(asked) as each
      (id uuid, key text, "limit" integer, "min" integer, wanted integer, "countMs" integer)
  loop
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
