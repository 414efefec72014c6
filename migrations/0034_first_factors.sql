-- How the first factor was proven. Nobody had such a step before.
alter table sign_in_steps add method text not null default 'password';
