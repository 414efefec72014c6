-- People of distributors who look at the portal of one of their partners, as that partner sees it.
create table partner_visits (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  distributor_id text collate "C" not null references distributors,
  -- The name stays readable when the person has left.
  person_id text collate "C" not null,
  person_name text not null,
  -- The session that is the partner's until the visit ends; null afterwards, and when the session has ended.
  session_id text collate "C" references sessions (id) on delete set null,
  reason text not null,
  may_act boolean not null,
  started_at timestamptz not null,
  -- At the latest.
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at is null or session_id is null)
);
create unique index partner_visits_of_session on partner_visits (session_id) where session_id is not null;
create index partner_visits_by_partner on partner_visits (partner_id, started_at desc);
create index partner_visits_open on partner_visits (ends_at) where ended_at is null;
create index partner_visits_ended on partner_visits (ended_at) where ended_at is not null;
