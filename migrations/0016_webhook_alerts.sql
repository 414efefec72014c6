-- When the account was last told that the endpoint fails; told again only after a delivery has got through in between.
alter table webhook_endpoints add column alerted_at timestamptz;
