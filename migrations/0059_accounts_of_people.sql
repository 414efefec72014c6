-- The audit trail by author, by action and by what changed. Authors and subjects have ids of their own, so one index serves
-- partners and distributors; actions are the same everywhere.
create index audit_by_author on audit (author_id, occurred_at desc, id desc);
create index audit_by_subject on audit (subject, occurred_at desc, id desc);
create index audit_by_partner_action on audit (partner_id, action, occurred_at desc, id desc) where partner_id is not null;
create index audit_by_distributor_action on audit (distributor_id, action, occurred_at desc, id desc)
  where distributor_id is not null;

-- What reports call the partner, and how they write dates and numbers. Null: its company, and British English.
alter table partner_brands
  add column name text check (length(name) between 1 and 200),
  add column locale text check (locale ~ '^[a-z]{2}-[A-Z]{2}$');

-- Null: the time zone of the browser, in mails UTC; British English. The Monday of the week that the last digest was about.
alter table people
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column locale text check (locale ~ '^[a-z]{2}-[A-Z]{2}$'),
  add column digested_week date;
