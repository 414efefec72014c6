-- The secret keys under which this database may hold sealed values, by id: a process that lacks the newest must not start.
create table secret_key_ids (
  id text collate "C" primary key check (id ~ '^[0-9a-f]{16}$'),
  used_at timestamptz not null
);
