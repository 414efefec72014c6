-- The times of the requests that were let through, by key: a client at exactly the limit's pace is not refused.
drop function take_rate(text, integer, bigint);
drop table rate_hits;
-- Milliseconds since 1970, oldest first. Losing it in a crash costs nothing.
create unlogged table rate_windows (
  key text primary key,
  times bigint[] not null,
  newest bigint not null
);
create index rate_windows_by_age on rate_windows (newest);

-- Lets a request through where fewer than rate_limit were in the 60 s before it. The row's lock makes calls of one key queue.
create function take_rate(rate_key text, rate_limit integer, now_ms bigint)
returns table (allowed boolean, total integer, oldest bigint) language plpgsql as $$
declare
  taken bigint[];
begin
  insert into rate_windows as kept (key, times, newest) values (rate_key, '{}', now_ms)
    on conflict (key) do update set newest = greatest(kept.newest, now_ms) returning kept.times into taken;
  taken := array(select at from unnest(taken) as at where at > now_ms - 60000 order by at);
  allowed := cardinality(taken) < rate_limit;
  if allowed then
    -- A clock that went back puts nothing before what is there.
    taken := taken || greatest(now_ms, taken[cardinality(taken)]);
    update rate_windows set times = taken where key = rate_key;
  end if;
  total := cardinality(taken);
  oldest := taken[1];
  return next;
end $$;
