-- The newest time at which somebody's way to sign in was replaced, of each kind: shown for a day to them and to the owners of the account.
create table access_resets (
  person_id text collate "C" not null references people on delete cascade,
  kind text not null check (kind in ('password', 'factors', 'everything', 'invited')),
  by_whom text not null check (by_whom in ('self', 'colleague', 'distributor', 'operator')),
  at timestamptz not null,
  primary key (person_id, kind)
);

-- Who outside of the account invited somebody to it; null: its own people did.
alter table invitations add invited_by text check (invited_by in ('distributor', 'operator'));
