-- Whether everybody in the account needs a second factor, beyond those whose role needs one.
alter table partners add requires_factor boolean not null default false;
alter table distributors add requires_factor boolean not null default false;
