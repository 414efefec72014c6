-- The customers that a mail about several names. When one is deleted, the text goes with it; a mail that was not sent yet is written
-- again without it.
create table mail_mentions (
  mail_id text collate "C" not null references mails on delete cascade,
  customer_id text collate "C" not null references customers on delete cascade,
  primary key (mail_id, customer_id)
);
create index mail_mentions_by_customer on mail_mentions (customer_id);

create function clear_mentions() returns trigger language plpgsql as $$
begin
  update mails set text = null, html = null where id in (select mail_id from deleted_mentions) and text is not null;
  return null;
end $$;
create trigger clear_mentions after delete on mail_mentions
  referencing old table as deleted_mentions for each statement execute function clear_mentions();
