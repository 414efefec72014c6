-- Files that people attach to their answers, as evidence. Only a complete one counts and can be downloaded; the rest of an
-- upload that broke off is deleted after an hour.
create table attachments (
  id text collate "C" primary key,
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  question text not null,
  -- Name of the file, sealed.
  name bytea not null,
  -- While it is being uploaded: the most that it may come to, so that parallel uploads together keep to the limits.
  size_bytes integer not null check (size_bytes > 0),
  -- E-mail address of the recipient who attached it.
  author_id text not null,
  attached_at timestamptz not null,
  completed_at timestamptz
);
create index attachments_by_question on attachments (customer_id, product, question);
create index attachments_by_age on attachments (attached_at);

-- Content in pieces, each sealed by itself, so that neither an upload nor a download needs a whole file in memory.
create table attachment_chunks (
  attachment_id text collate "C" not null references attachments on delete cascade,
  number smallint not null,
  content bytea not null,
  primary key (attachment_id, number)
);
-- Sealed bytes cannot be compressed: PostgreSQL need not try.
alter table attachment_chunks alter column content set storage external;
