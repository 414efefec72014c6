-- A removed channel keeps the customers and groups that it named until retention deletes it; they must not prevent that.
alter table webhook_customers
  drop constraint webhook_customers_endpoint_id_fkey,
  add constraint webhook_customers_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints on delete cascade;
alter table webhook_groups
  drop constraint webhook_groups_endpoint_id_fkey,
  add constraint webhook_groups_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints on delete cascade;
