-- Partitions of the tables that grow with every change. They lie in a schema of their own, which the service may not enter:
-- it reads and writes through the tables, with the rights that it has on these. The conversion of a table needs several
-- transactions, so that nobody waits while its rows are checked: src/platform/database/partitions.ts.
create schema partitions;

-- Which tables, by which key: text ids of a prefix by quarter, and numbers by so many, as the identity of a table counts them.
create function partitioned_tables() returns table (name text, key text, prefix text, ids bigint, counted_by text)
language sql immutable as $$
  values
    ('events', 'id', 'evt_', null::bigint, null),
    ('run_results', 'run_id', 'run_', null, null),
    ('audit', 'id', null, 10000000, 'audit'),
    ('deliveries', 'id', null, 10000000, 'deliveries'),
    ('delivery_attempts', 'delivery_id', null, 10000000, 'deliveries')
$$;

-- The beginning of the ids made at a time: ten digits of 5 bits hold the 48 bits of a UUIDv7's milliseconds.
create function id_at(prefix text, at timestamptz) returns text language sql stable as $$
  select prefix || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::integer + 1, 1), '' order by place desc)
  from (select floor(extract(epoch from at) * 1000)::bigint) as time (ms), generate_series(0, 9) as place
$$;

-- When an id, or the beginning of one, was made.
create function time_of_id(id text) returns timestamptz language sql stable as $$
  select to_timestamp(sum(
    (strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(split_part(id, '_', 2), 10 - place, 1)) - 1)::bigint << (5 * place)) / 1000.0)
  from generate_series(0, 9) as place
$$;

-- From `from_key` (null: from the first) up to, but not including, `until_key`.
create function list_partitions() returns table (
  table_name text, partition text, from_key text, until_key text, is_default boolean, row_estimate float8
) language sql stable as $$
  select parent.relname, part.relname, substring(bound from $re$FROM \('(.*?)'\)$re$),
    substring(bound from $re$TO \('(.*?)'\)$re$), bound = 'DEFAULT', greatest(part.reltuples, 0)
  from pg_inherits
  join pg_class as parent on parent.oid = inhparent
  join pg_class as part on part.oid = inhrelid
  cross join lateral (select pg_get_expr(part.relpartbound, part.oid)) as range (bound)
  where parent.relnamespace = 'public'::regnamespace and parent.relkind = 'p'
$$;

-- The highest number that the identity of a table has given out.
create function last_number(of_table text) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence(format('public.%I', of_table), 'id')), 0)
$$;

-- How far ahead partitions must exist: a month at least, or half a partition's numbers.
create function partitions_needed_until(kind record, at timestamptz) returns text language plpgsql stable as $$
begin
  if kind.prefix is not null then
    return id_at(kind.prefix,
      (date_trunc('quarter', at at time zone 'UTC' + interval '1 month') + interval '3 months') at time zone 'UTC');
  end if;
  return ((last_number(kind.counted_by) + kind.ids / 2) / kind.ids + 1) * kind.ids;
end $$;

-- Where the last partition of a table ends; null while the table is not partitioned.
create function partitions_end(kind record) returns text language plpgsql stable as $$
begin
  if kind.prefix is not null then
    return (select max(until_key collate "C") from list_partitions() where table_name = kind.name);
  end if;
  return (select max(until_key::bigint) from list_partitions() where table_name = kind.name);
end $$;

-- Adds the partitions that will be needed soon, and returns how many. Rows that arrived too early for their partition are
-- moved into it. The service calls it; it gives up on locks, because everybody else would wait behind it.
create function add_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  kind record;
  last_key text;
  next_key text;
  part text;
  misplaced boolean;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('plumbline partitions', 0)) then
    return 0;
  end if;
  for kind in select * from partitioned_tables() loop
    loop
      last_key := partitions_end(kind);
      exit when last_key is null;
      if kind.prefix is not null then
        exit when last_key collate "C" >= partitions_needed_until(kind, now());
        next_key := id_at(
          kind.prefix, (date_trunc('quarter', time_of_id(last_key) at time zone 'UTC') + interval '3 months') at time zone 'UTC');
        part := kind.name || to_char(time_of_id(last_key) at time zone 'UTC', '_YYYY_"q"Q');
      else
        exit when last_key::bigint >= partitions_needed_until(kind, now())::bigint;
        next_key := last_key::bigint + kind.ids;
        part := kind.name || '_' || last_key;
      end if;
      execute format('create table partitions.%I (like public.%I including defaults including constraints
        including storage including compression)', part, kind.name);
      execute format('select exists (select from partitions.%1$I where %2$I >= %3$L and %2$I < %4$L)',
        kind.name || '_default', kind.key, last_key, next_key) into misplaced;
      if misplaced then
        execute format('lock table public.%I in access exclusive mode', kind.name);
        execute format('with moved as (delete from partitions.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
          insert into partitions.%5$I select * from moved', kind.name || '_default', kind.key, last_key, next_key, part);
      end if;
      execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
        kind.name, part, last_key, next_key);
      added := added + 1;
    end loop;
  end loop;
  return added;
end $$;

-- Drops a partition if everything in it ended before a time and nothing refers to it; false if not. The results of runs go
-- by the end of their runs. Never the audit, and never where rows may still arrive.
create function drop_partition(of_table text, which text, before timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  kind record;
  part record;
  within text;
  young text;
  rest text;
  newest boolean;
  found_rest boolean;
begin
  select * into kind from partitioned_tables() where name = of_table;
  if kind is null or of_table = 'audit' then
    raise exception 'partitions of % are not dropped', of_table using errcode = 'insufficient_privilege';
  end if;
  select * into part from list_partitions() where table_name = of_table and partition = which and not is_default;
  if part is null then
    return false;
  end if;
  if (case when kind.prefix is not null then part.until_key collate "C" > id_at(kind.prefix, now())
    else part.until_key::bigint > last_number(kind.counted_by) end) then
    return false;
  end if;
  within := case when part.from_key is null then format('< %L', part.until_key)
    else format('>= %L and %%1$I < %L', part.from_key, part.until_key) end;
  young := case of_table
    when 'events' then 'occurred_at >= $1'
    when 'deliveries' then '(ended_at is null or ended_at >= $1)'
    when 'delivery_attempts' then 'started_at >= $1'
    when 'run_results' then '(completed_at is null or completed_at >= $1)' end;
  rest := case of_table
    when 'events' then 'select exists (select from deliveries where event_id ' || format(within, 'event_id')
      || ') or exists (select from events where customer_id is not null and type = ''customer.deleted'' and id ' || format(within, 'id') || ')'
    when 'deliveries' then 'select exists (select from delivery_attempts where delivery_id ' || format(within, 'delivery_id') || ')'
    else 'select false' end;
  -- The newest row tells of nearly all partitions that they are too young, without reading them.
  execute case of_table
    when 'run_results' then format('select %s from runs where id %s order by id desc limit 1', young, format(within, 'id'))
    else format('select %s from %I where %I %s order by %3$I desc limit 1', young, of_table, kind.key, format(within, kind.key)) end
    using before into newest;
  if newest then
    return false;
  end if;
  execute case of_table
    when 'run_results' then format('select exists (select from runs where id %s and %s)', format(within, 'id'), young)
    else format('select exists (select from partitions.%I where %s)', which, young) end using before into newest;
  execute rest into found_rest;
  if newest or found_rest then
    return false;
  end if;
  execute format('drop table partitions.%I', which);
  return true;
end $$;

-- Whether new rows of each table find a partition: how many partitions' worth of time or numbers is prepared, and the rows in
-- the default partition, counted up to a thousand.
create function partition_figures() returns table (of_table text, ahead float8, misplaced integer)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kind record;
  last_key text;
begin
  for kind in select * from partitioned_tables() loop
    last_key := partitions_end(kind);
    continue when last_key is null;
    of_table := kind.name;
    ahead := case when kind.prefix is not null then extract(epoch from time_of_id(last_key) - now()) / (91 * 86400)
      else (last_key::bigint - last_number(kind.counted_by))::float8 / kind.ids end;
    execute format('select count(*) from (select from partitions.%I limit 1000) as early', kind.name || '_default')
      into misplaced;
    return next;
  end loop;
end $$;

-- Makes a table the first partition of a new one in its place, with the same indexes, constraints, triggers and rights. A
-- valid constraint "first_partition" must already say that its keys are below `until_key`: then nothing is read here.
create function partition_table(of_table text, key text, until_key text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  old oid := format('public.%I', of_table)::regclass;
  first text := format('partitions.%I', of_table || '_first');
  parts text[];
  triggers name[];
  identity name;
  next_number bigint;
  statement text;
begin
  execute format('lock table public.%I in access exclusive mode', of_table);
  select attname into identity from pg_attribute where attrelid = old and attidentity = 'a';
  if identity is not null then
    next_number := last_number(of_table) + 1;
  end if;
  parts := array(
      select format('alter table public.%I add constraint %I %s', of_table, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = old and contype in ('p', 'u', 'f') order by contype desc, conname)
    || array(
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = old and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      order by indexrelid);
  triggers := array(select tgname from pg_trigger where tgrelid = old and not tgisinternal);
  statement := (select string_agg(pg_get_triggerdef(oid), '; ') from pg_trigger where tgrelid = old and not tgisinternal);
  for i in 1 .. cardinality(triggers) loop
    execute format('drop trigger %I on public.%I', triggers[i], of_table);
  end loop;
  if identity is not null then
    execute format('alter table public.%I alter column %I drop identity', of_table, identity);
  end if;
  execute format('alter table public.%I set schema partitions', of_table);
  execute format('alter table partitions.%I rename to %I', of_table, of_table || '_first');
  execute format('create table public.%I (like %s including defaults including constraints including storage
    including compression) partition by range (%I)', of_table, first, key);
  execute format('alter table public.%I drop constraint first_partition', of_table);
  if identity is not null then
    execute format('alter table public.%I alter column %I add generated always as identity (start with %s)', of_table, identity, next_number);
  end if;
  for i in 1 .. cardinality(parts) loop
    execute parts[i];
  end loop;
  execute format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', of_table, first, until_key);
  execute format('alter table %s drop constraint first_partition', first);
  execute format('create table partitions.%I partition of public.%I default', of_table || '_default', of_table);
  if statement is not null then
    execute statement;
  end if;
  -- Rights are otherwise granted after the migrations: too late for processes that use the table at this moment.
  for statement in
    select format('grant %s on public.%I to %I', acl.privilege_type, of_table, role.rolname)
    from pg_class, aclexplode(relacl) as acl join pg_roles as role on role.oid = acl.grantee
    where pg_class.oid = old and acl.grantee <> pg_class.relowner
  loop
    execute statement;
  end loop;
end $$;

revoke execute on function last_number(text), add_partitions(), drop_partition(text, text, timestamptz), partition_figures()
  from public;
