-- Whoever answers a questionnaire behind a personal link; known by the e-mail address.
alter type author_kind add value 'recipient';

-- What people said of a customer. Never changed: a new answer is a new row, and of each question the newest counts.
create table answers (
  id bigint generated always as identity primary key,
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  question text not null,
  -- Answer, note and link to the evidence, sealed.
  content bytea not null,
  author_kind author_kind not null,
  author_id text not null,
  answered_at timestamptz not null
);
create index answers_newest on answers (customer_id, product, question, id desc);

create type invitation_end as enum ('answered', 'replaced');

-- People are asked for the answers that a run lacked.
create table questionnaire_invitations (
  id text collate "C" primary key,
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  reminders smallint not null default 0,
  -- When people are reminded next; null: no more.
  remind_at timestamptz,
  -- When an answer last came through one of its links, and whether the partner is still to be told of it.
  changed_at timestamptz,
  untold boolean not null default false,
  closed_at timestamptz,
  ended invitation_end,
  check ((closed_at is null) = (ended is null)),
  check (not untold or changed_at is not null)
);
create unique index questionnaire_invitations_open on questionnaire_invitations (customer_id, product)
  where closed_at is null;
create index questionnaire_invitations_by_customer on questionnaire_invitations (customer_id);
create index questionnaire_invitations_to_remind on questionnaire_invitations (remind_at)
  where closed_at is null and remind_at is not null;
create index questionnaire_invitations_to_tell on questionnaire_invitations (changed_at) where untold;

-- Who was asked. The code is what an e-mail to the address proves; only a hash of it is kept.
create table questionnaire_recipients (
  id bigint generated always as identity primary key,
  invitation_id text collate "C" not null references questionnaire_invitations on delete cascade,
  email text not null,
  -- Of a colleague: the address of the recipient who asked for help, and where.
  invited_by text,
  section text,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries smallint not null default 0,
  -- When a code was last asked for and not yet used, and how many since when.
  code_asked_at timestamptz,
  codes_since timestamptz,
  codes smallint not null default 0,
  check ((code_hash is null) = (code_expires_at is null)),
  check (section is null or invited_by is not null)
);
create unique index questionnaire_recipients_once on questionnaire_recipients (invitation_id, lower(email));

-- Personal links; several of one recipient work side by side, as each reminder brings one.
create table questionnaire_links (
  hash bytea primary key,
  recipient_id bigint not null references questionnaire_recipients on delete cascade,
  expires_at timestamptz not null
);
create index questionnaire_links_by_recipient on questionnaire_links (recipient_id);
create index questionnaire_links_by_expiry on questionnaire_links (expires_at);

-- Browsers that have shown the right code, each for one link.
create table questionnaire_sessions (
  hash bytea primary key,
  link_hash bytea not null references questionnaire_links on delete cascade,
  expires_at timestamptz not null
);
create index questionnaire_sessions_by_link on questionnaire_sessions (link_hash);
create index questionnaire_sessions_by_expiry on questionnaire_sessions (expires_at);
