-- What the newest run of each product found for each customer, unsealed, so that findings can be compared between runs and
-- counted across customers. Ids and counts only: no names, no evidence, no notes.
create type finding_severity as enum ('critical', 'high', 'medium', 'low');
create type requirement_state as enum ('open', 'unknown', 'resolved');
create type requirement_change as enum ('baseline', 'opened', 'reopened', 'resolved', 'known', 'unknown');

-- The run that the rows below are about. They are deleted with it.
create table tracked_runs (
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  partner_id text collate "C" not null references partners,
  run_id text collate "C" not null unique references runs on delete cascade,
  -- What was asked: requirements of two runs can be compared if both asked for the same.
  maturity_target smallint not null,
  framework_version text not null,
  completed_at timestamptz not null,
  -- False: the run ended before these tables existed, and its result has yet to be read.
  is_read boolean not null,
  primary key (customer_id, product)
);
create index tracked_runs_by_partner on tracked_runs (partner_id, customer_id);
create index tracked_runs_unread on tracked_runs (customer_id, product) where not is_read;

-- A requirement that the newest run found not to be met or could not tell, or that was a finding before.
create table requirement_states (
  id bigint generated always as identity unique,
  customer_id text collate "C" not null,
  product text not null,
  requirement text not null,
  partner_id text collate "C" not null references partners,
  -- unknown: the newest run could not tell.
  state requirement_state not null,
  verdict text not null,
  -- As a run last found it; null of a requirement that never was a finding.
  severity finding_severity,
  -- Since when it has been a finding, and by which run.
  since timestamptz,
  since_run text collate "C",
  -- How it came to its state. baseline: by a run that no earlier one can be compared with.
  change requirement_change not null,
  changed_at timestamptz not null,
  changed_run text collate "C" not null,
  primary key (customer_id, product, requirement),
  foreign key (customer_id, product) references tracked_runs on delete cascade,
  check (num_nulls(severity, since, since_run) in (0, 3)),
  check (severity is not null or state = 'unknown')
);
create index requirement_states_by_change on requirement_states (partner_id, changed_at desc, id desc)
  where severity is not null;
create index requirement_states_open on requirement_states (partner_id, changed_at desc, id desc)
  where state = 'open';

-- What to do about the findings of the newest run: a remedy, or a requirement that has none.
create table open_fixes (
  customer_id text collate "C" not null,
  product text not null,
  fix text collate "C" not null,
  partner_id text collate "C" not null references partners,
  severity finding_severity not null,
  -- Points of the score that it adds by itself; null if that is not known.
  points double precision,
  findings smallint not null,
  primary key (customer_id, product, fix),
  foreign key (customer_id, product) references tracked_runs on delete cascade
);
create index open_fixes_by_partner on open_fixes (partner_id, fix, customer_id)
  include (product, severity, points);

-- Which mails somebody wants. Without a row: what their role gets by default.
create table notification_choices (
  person_id text collate "C" not null references people on delete cascade,
  topic text not null,
  is_wanted boolean not null,
  primary key (person_id, topic)
);

-- Only reads `runs`, so that nobody waits for it. Workers read the results later, one by one.
insert into tracked_runs
  (customer_id, product, partner_id, run_id, maturity_target, framework_version, completed_at, is_read)
select distinct on (customer_id, product)
  customer_id, product, partner_id, id, maturity_target, '', completed_at, false
from runs where status = 'completed' order by customer_id, product, completed_at desc, id desc;
