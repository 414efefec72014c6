-- In which times are printed; null: UTC. A name of the IANA time zone database.
alter table partner_brands add column time_zone text check (length(time_zone) between 1 and 64);
