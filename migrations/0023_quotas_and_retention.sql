-- Customers of each partner, counted in the transaction that creates or deletes one, so that nobody has to count rows.
create table customer_counts (
  partner_id text collate "C" primary key references partners,
  customers integer not null check (customers >= 0)
);
insert into customer_counts (partner_id, customers) select partner_id, count(*) from customers group by partner_id;

alter table distributors add column partners_count integer not null default 0 check (partners_count >= 0);
update distributors set partners_count = (select count(*) from partners where partners.distributor_id = distributors.id);

-- Deleted customers by the UTC months they were created and deleted in: enough for the exact usage of past months, and
-- bounded by the number of months. A customer that was deleted in the month of its creation counts in no past month.
alter table deleted_customers rename to deleted_customers_one_by_one;
create table deleted_customers (
  partner_id text collate "C" not null references partners,
  created_month text not null,
  deleted_month text not null,
  customers integer not null,
  primary key (partner_id, created_month, deleted_month),
  check (created_month < deleted_month)
);
insert into deleted_customers (partner_id, created_month, deleted_month, customers)
  select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), to_char(deleted_at at time zone 'UTC', 'YYYY-MM'),
    count(*)
  from deleted_customers_one_by_one
  where to_char(created_at at time zone 'UTC', 'YYYY-MM') < to_char(deleted_at at time zone 'UTC', 'YYYY-MM')
  group by 1, 2, 3;
drop table deleted_customers_one_by_one;

-- What each row is about, so that everything about a deleted customer can be found.
alter table events add column customer_id text collate "C";
-- Read as text: as JSON, PostgreSQL would refuse a name with an escaped NUL. A quotation mark in a name is escaped there.
update events set customer_id = substring(convert_from(body, 'UTF8') from '"customerId":"(cust_[0-9a-z]+)"')
  where type like 'customer.%' or type like 'assessment.%';
create index events_by_customer on events (customer_id) where customer_id is not null;
-- The events that customers were deleted: they go last, by their age. Those that still name their customer in the column
-- have something left to be erased.
create index events_of_deletions on events (occurred_at) where type = 'customer.deleted';
create index events_to_erase on events (id) where type = 'customer.deleted' and customer_id is not null;

alter table idempotency_keys add column customer_ids text[] not null default '{}';

alter table audit add column customer_id text collate "C";
update audit set customer_id =
    case when subject like 'cust\_%' then subject else coalesce(after ->> 'customerId', before ->> 'customerId') end
  where subject like 'cust\_%' or after ->> 'customerId' is not null or before ->> 'customerId' is not null;
create index audit_by_customer on audit (customer_id, id) where customer_id is not null;

-- What may stay of a change when its customer is deleted: which kind of thing changed and how it stood, no names, no
-- addresses, no free text, no tenant.
create function audit_without_content(content jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') || '{"erased": true}'
  from jsonb_each(content) as entry
  where content is not null and entry.key in (
    'assessmentId', 'changedFields', 'completedAt', 'createdAt', 'customerId', 'deletedAt', 'kind', 'maturityTarget',
    'partnerId', 'product', 'startedAt', 'status')
$$;

-- Takes what names a deleted customer out of the audit: at most 1,000 rows, and says how many. The rows stay, with who did
-- what to which id and when. It runs as the owner of the table, because the service's role may change nothing there; it
-- refuses while the customer exists, so that this is no way to change the audit of one.
create function erase_audit(erased_customer text) returns integer language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  erased integer;
begin
  if exists (select from customers where id = erased_customer) then
    raise exception 'the customer exists: its audit stays as it is' using errcode = 'insufficient_privilege';
  end if;
  update audit set
    before = case when before is not null then audit_without_content(before) end,
    after = case when after is not null then audit_without_content(after) end,
    author_id = case author_kind when 'recipient' then 'erased' else author_id end,
    address = case author_kind when 'recipient' then null else address end,
    -- The subject and the customerId in the content stay. This column only says that there is something to erase.
    customer_id = null
  where id in (select id from audit where customer_id = erased_customer order by id limit 1000);
  get diagnostics erased = row_count;
  return erased;
end $$;
revoke execute on function erase_audit(text) from public;

-- waiting: over a quota, or gathered for a digest; outbox: kept to be read here, no mail server is set; queued: its job
-- will send it; failed: given up; merged: sent as a part of a digest; canceled: what it says was no longer true.
alter table mails drop constraint mails_check2;
alter type mail_status rename to mail_status_before;
create type mail_status as enum ('waiting', 'outbox', 'queued', 'sent', 'failed', 'merged', 'canceled');
alter table mails alter column status type mail_status using status::text::mail_status;
drop type mail_status_before;
create type mail_wait as enum ('account', 'address', 'digest');
alter table mails
  -- A digest tells of several changes.
  alter column change_id drop not null,
  -- The accounts whose daily quota it counts for: its own, then the distributor that caused it.
  add column counted_for text[] not null default '{}',
  -- Why it waits, and when it is looked at again.
  add column waits_for mail_wait,
  add column due_at timestamptz,
  -- When it was handed to its job, or to the outbox: it counts for the quotas of that day.
  add column released_at timestamptz,
  add column digest_id text collate "C" references mails on delete set null,
  add constraint mails_sent_check check ((status = 'sent') = (sent_at is not null)),
  add constraint mails_waiting_check check ((status = 'waiting') = (due_at is not null)),
  add constraint mails_waits_check check (waits_for is null or status = 'waiting');
update mails set released_at = created_at, counted_for = array[coalesce(partner_id, distributor_id)];
create index mails_waiting on mails (coalesce(partner_id, distributor_id), created_at, id) where status = 'waiting';
create index mails_waiting_by_address on mails (lower(recipient), kind) where status = 'waiting';
create index mails_reports on mails (partner_id, lower(recipient), released_at)
  where kind in ('report-ready', 'report-digest');
create index mails_of_digest on mails (digest_id) where digest_id is not null;

-- Mails released on a UTC day, by account, and by a hash of the address for kinds that have a limit there.
create table mail_counts (
  key text collate "C" not null,
  day date not null,
  mails integer not null,
  primary key (key, day)
);
create index mail_counts_by_day on mail_counts (day);

-- Releases a waiting mail where the quotas leave room, and counts it; otherwise notes what it waits for and until when.
-- Gives null where there is nothing to do. `place` is how many of its account went before it today. The counters are
-- locked before the mail is, partner before distributor before address: parallel calls queue and never deadlock.
create function release_mail(
  mail_id text, at timestamptz, account_limit integer, address_limit integer, digest_ms integer
) returns table (outcome text, place integer) language plpgsql as $$
declare
  mail mails%rowtype;
  today date := (at at time zone 'UTC')::date;
  tomorrow timestamptz := (today + 1)::timestamp at time zone 'UTC';
  address_key text;
  account text;
  counted integer;
  reported timestamptz;
begin
  select * into mail from mails where id = mail_id and status = 'waiting';
  if not found then
    return;
  end if;
  place := 0;
  foreach account in array mail.counted_for loop
    insert into mail_counts as kept (key, day, mails) values (account, today, 0)
      on conflict (key, day) do update set mails = kept.mails returning kept.mails into counted;
    place := greatest(place, counted);
  end loop;
  if address_limit is not null then
    address_key := mail.kind || ' ' || encode(sha256(convert_to(lower(mail.recipient), 'UTF8')), 'hex');
    insert into mail_counts as kept (key, day, mails) values (address_key, today, 0)
      on conflict (key, day) do update set mails = kept.mails returning kept.mails into counted;
  end if;
  select * into mail from mails where id = mail_id and status = 'waiting' and due_at <= at for no key update;
  if not found then
    return;
  end if;
  if place >= account_limit then
    outcome := 'account';
    update mails set waits_for = 'account', due_at = tomorrow where id = mail_id;
  elsif exists (
    select from mails as older
    where coalesce(older.partner_id, older.distributor_id) = coalesce(mail.partner_id, mail.distributor_id)
      and older.status = 'waiting' and older.waits_for = 'account' and older.counted_for <@ mail.counted_for
      and (older.created_at, older.id) < (mail.created_at, mail.id)
  ) then
    outcome := 'account';
    update mails set waits_for = 'account', due_at = at where id = mail_id;
  elsif counted >= address_limit then
    outcome := 'address';
    update mails set waits_for = 'address', due_at = tomorrow where id = mail_id;
  elsif address_limit is not null and exists (
    select from mails as older
    where lower(older.recipient) = lower(mail.recipient) and older.kind = mail.kind and older.status = 'waiting'
      and older.waits_for = 'address' and (older.created_at, older.id) < (mail.created_at, mail.id)
  ) then
    outcome := 'address';
    update mails set waits_for = 'address', due_at = at where id = mail_id;
  else
    if mail.kind = 'report-ready' then
      select max(report.released_at) into reported from mails as report
      where report.partner_id = mail.partner_id and lower(report.recipient) = lower(mail.recipient)
        and report.kind in ('report-ready', 'report-digest')
        and report.released_at > at - make_interval(secs => digest_ms / 1000.0);
    end if;
    if reported is not null then
      outcome := 'digest';
      update mails set waits_for = 'digest', due_at = reported + make_interval(secs => digest_ms / 1000.0)
      where id = mail_id;
    else
      outcome := 'released';
      update mail_counts set mails = mails + 1 where day = today and (key = any (mail.counted_for) or key = address_key);
      update mails set status = 'queued', waits_for = null, due_at = null, released_at = at where id = mail_id;
    end if;
  end if;
  return next;
end $$;

-- A digest tells of what its parts tell of. When a part is deleted with its customer, what the digest says is cleared, and
-- written again from the other parts where it was not sent yet; a digest without parts goes as well.
create function clear_digests() returns trigger language plpgsql as $$
begin
  if exists (select from deleted_mails where digest_id is not null) then
    delete from mails where id in (select digest_id from deleted_mails)
      and not exists (select from mails as part where part.digest_id = mails.id);
    update mails set text = null, html = null where id in (select digest_id from deleted_mails);
  end if;
  return null;
end $$;
create trigger clear_digests after delete on mails
  referencing old table as deleted_mails for each statement execute function clear_digests();

-- For the retention of what was ended long ago.
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;
create index exceptions_removed on exceptions (removed_at) where removed_at is not null;
create index questionnaire_invitations_closed on questionnaire_invitations (closed_at) where closed_at is not null;
