-- outbox: kept to be read here, no mail server is set; queued: its job will send it; failed: given up.
create type mail_status as enum ('outbox', 'queued', 'sent', 'failed');

-- One mail to one recipient; made in the transaction of its job. Gone with the customer that it tells of.
create table mails (
  id text collate "C" primary key,
  partner_id text collate "C" references partners,
  distributor_id text collate "C" references distributors,
  customer_id text collate "C" references customers on delete cascade,
  -- The audit row that it tells of. A recipient hears of a change once.
  change_id bigint not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Both are cleared after some days: they may hold links that open something.
  text text,
  html text,
  status mail_status not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (change_id, recipient),
  check (num_nonnulls(partner_id, distributor_id) = 1),
  check ((text is null) = (html is null)),
  check ((status = 'sent') = (sent_at is not null))
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_with_text on mails (created_at) where text is not null;
create index mails_by_customer on mails (customer_id) where customer_id is not null;
