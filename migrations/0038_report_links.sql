-- Links to reports that partners share and that mails carry. Each opens one report, for anyone who has the link, until it ends.
create table report_links (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners on delete cascade,
  run_id text collate "C" not null references runs on delete cascade,
  -- SHA-256 of the token in the address.
  token_hash bytea not null unique,
  -- Null: the content that reports had before there were editions.
  edition text check (edition in ('owner', 'technical', 'full')),
  -- Of a link in a mail: its receiver.
  recipient text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_opened_at timestamptz,
  revoked_at timestamptz
);
create index report_links_by_run on report_links (run_id, created_at desc, id desc);
create index report_links_by_partner on report_links (partner_id);
create index report_links_by_end on report_links (expires_at);
