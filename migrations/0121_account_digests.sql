-- The latest week of which an account has a weekly summary as an event: one a week, however many workers look.
create table account_digests (
  account_id text collate "C" primary key,
  week date not null
);
