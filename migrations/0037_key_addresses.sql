-- Who replaces a key has to find the program that still uses the old one.
alter table api_keys add column last_used_address text;
