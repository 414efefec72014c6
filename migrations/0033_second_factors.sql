-- Of somebody who must have a second factor and has none yet: the session allows setting one up, and nothing else.
alter table sessions add needs_factor boolean not null default false;

-- How often new passwords were requested for an address, known or unknown.
create table recovery_requests (
  -- SHA-256 of the e-mail address in lower case.
  email_hash bytea primary key,
  requests integer not null,
  since timestamptz not null
);
create index recovery_requests_by_time on recovery_requests (since);
