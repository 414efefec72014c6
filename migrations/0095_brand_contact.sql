-- How customers reach the partner: on reports, in mails, on questionnaires and on the page of a consent link. Null: not shown.
alter table partner_brands
  add column contact_email text check (length(contact_email) between 3 and 254),
  add column contact_phone text check (length(contact_phone) between 3 and 40),
  add column contact_website text check (length(contact_website) between 9 and 200);
