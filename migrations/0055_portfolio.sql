-- The results of each customer and product, newest first: what the portfolio reads of completed runs, without their rows.
create index runs_by_result on runs (customer_id, product, created_at desc, id desc)
  include (score, score_ceiling, coverage, maturity_achieved, maturity_target, critical, high, completed_at)
  where status = 'completed';

-- How many questions were open when answers or a run last changed that. Answers are sealed, so they cannot be counted in SQL.
create table open_questions (
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  open integer not null check (open >= 0),
  primary key (customer_id, product)
);

-- Labels that a partner puts on its customers.
create table customer_groups (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  name text not null,
  created_at timestamptz not null
);
create unique index customer_groups_by_name on customer_groups (partner_id, lower(name));

create table customer_group_members (
  group_id text collate "C" not null references customer_groups on delete cascade,
  customer_id text collate "C" not null references customers on delete cascade,
  primary key (group_id, customer_id)
);
create index customer_group_members_by_customer on customer_group_members (customer_id);

-- Filters of the list of customers under a name.
create table saved_views (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  -- Null: everybody of the account has it.
  person_id text collate "C" references people on delete cascade,
  name text not null,
  -- As it stands in the address.
  query text not null,
  created_at timestamptz not null
);
create index saved_views_by_partner on saved_views (partner_id, person_id);
create index saved_views_by_person on saved_views (person_id) where person_id is not null;

-- People may be reminded by hand, but not twice a day.
alter table questionnaire_invitations add column reminded_at timestamptz;
