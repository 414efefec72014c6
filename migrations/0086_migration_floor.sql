-- Which migration a version must have to work on this schema. A migration that takes away what earlier versions use names
-- the last one that they lack, so that they refuse to start; after any other one they work beside newer processes.
create table migration_floor (
  name text collate "C" not null,
  only_row boolean primary key default true check (only_row)
);
insert into migration_floor (name) values ('0086_migration_floor.sql');
