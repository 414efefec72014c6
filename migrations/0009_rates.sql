-- Requests by key and second, for processes that keep one rate limit together. Losing it in a crash costs nothing.
create unlogged table rate_hits (
  key text not null,
  second bigint not null,
  hits integer not null,
  primary key (key, second)
);

-- Counts a request where fewer than rate_limit stand in the 60 s before it. The lock makes calls of one key queue, and
-- each statement after it sees what the call before has counted.
create function take_rate(rate_key text, rate_limit integer, now_second bigint)
returns table (allowed boolean, total integer, oldest bigint) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(rate_key, 1));
  delete from rate_hits where key = rate_key and second < now_second - 60;
  select coalesce(sum(hits), 0)::integer, min(second) into total, oldest
    from rate_hits where key = rate_key and second <= now_second;
  allowed := total < rate_limit;
  if allowed then
    insert into rate_hits (key, second, hits) values (rate_key, now_second, 1)
      on conflict (key, second) do update set hits = rate_hits.hits + 1;
    total := total + 1;
    oldest := coalesce(oldest, now_second);
  end if;
  return next;
end $$;
