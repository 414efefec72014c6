-- Without an index on what each request changes, and with room in the page, a new version of a row stays beside the old one.
drop index rate_windows_by_age;
alter table rate_windows set (fillfactor = 50);

-- Lets a request through where fewer than rate_limit were in the 60 s before it. The row's lock makes calls of one key queue.
-- A refused request writes nothing. The times are in order, so width_bucket counts by binary search those that have expired.
-- Where the database accepts no changes there is no row: the caller counts in another way.
create or replace function take_rate(rate_key text, rate_limit integer, now_ms bigint)
returns table (allowed boolean, total integer, oldest bigint) language plpgsql as $$
declare
  taken bigint[];
  expired integer;
begin
  if current_setting('transaction_read_only')::boolean then
    return;
  end if;
  -- A clock that went back puts nothing before what is there.
  insert into rate_windows as kept (key, times, newest) values (rate_key, array[now_ms], now_ms)
    on conflict (key) do update set
      times = kept.times[width_bucket(now_ms - 60000, kept.times) + 1:]
        || greatest(now_ms, kept.times[cardinality(kept.times)]),
      newest = greatest(now_ms, kept.newest)
    where cardinality(kept.times) - width_bucket(now_ms - 60000, kept.times) < rate_limit
    returning kept.times into taken;
  allowed := found;
  if not allowed then
    select times into taken from rate_windows where key = rate_key;
  end if;
  expired := width_bucket(now_ms - 60000, taken);
  total := cardinality(taken) - expired;
  oldest := taken[expired + 1];
  return next;
end $$;

-- The processes that serve requests. Each one's share of a limit, where nothing is left to count together with, follows from
-- their number, so it must survive a crash and be on standbys: not unlogged.
create table api_processes (
  id text primary key,
  heartbeat_at timestamptz not null
);
