-- Results and snapshots may be in an object store instead of in "run_results": then a run has a row here. Its objects are
-- called after `name`, which is never used again, so that an object never changes and may be deleted whenever no row names it.
create table result_objects (
  run_id text collate "C" primary key references runs (id) on delete cascade,
  name text collate "C" not null,
  -- The secret key under which both objects are sealed.
  key_id text not null,
  snapshot_sha256 text not null
);

-- Objects to delete from the store.
create table object_deletions (
  name text collate "C" primary key,
  due_at timestamptz not null
);
create index object_deletions_due on object_deletions (due_at);

-- The folder of this database in its store, and how far the search for objects without a row has come.
create table object_store (
  id text not null,
  swept_until text collate "C" not null default '',
  swept_at timestamptz,
  only_row boolean primary key default true check (only_row)
);

-- Whatever deletes the row of a run, its objects go as well. Those who have just read the row get time to read the objects.
create function queue_object_deletion() returns trigger language plpgsql as $$
begin
  insert into object_deletions (name, due_at)
  values (old.name, now() + case tg_op when 'DELETE' then interval '1 minute' else interval '1 hour' end)
  on conflict do nothing;
  return null;
end $$;
create trigger result_objects_deleted after delete or update of name on result_objects
  for each row execute function queue_object_deletion();
