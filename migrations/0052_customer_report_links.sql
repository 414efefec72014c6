-- A link opens the report of one run, or the report about one customer by several frameworks: whatever was assessed last when
-- it is opened.
alter table report_links alter column run_id drop not null;
alter table report_links add column customer_id text collate "C" references customers on delete cascade;
-- Null: every framework with a completed run.
alter table report_links add column products text[];
alter table report_links add constraint report_links_of_one check ((run_id is null) <> (customer_id is null));
alter table report_links add constraint report_links_products check (products is null or customer_id is not null);
create index report_links_by_customer on report_links (customer_id, created_at desc, id desc);
