-- The customers that exist, by the UTC month of their creation. With deleted_customers it tells how many there were at the
-- end of any month, without counting rows.
create table customer_months (
  partner_id text collate "C" not null references partners,
  month text collate "C" not null,
  customers integer not null check (customers >= 0),
  primary key (partner_id, month)
);

-- Triggers, so that processes of an earlier version keep it exact as well. Both lock the partner's row in customer_counts
-- before rows here: insertions have updated it already, and deletions would deadlock with them otherwise.
create function count_created_customers() returns trigger language plpgsql as $$
begin
  insert into customer_months as counted (partner_id, month, customers)
  select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from created group by 1, 2 order by 1, 2
  on conflict (partner_id, month) do update set customers = counted.customers + excluded.customers;
  return null;
end $$;
create function count_deleted_customers() returns trigger language plpgsql as $$
begin
  perform from customer_counts where partner_id in (select partner_id from deleted) order by partner_id for no key update;
  update customer_months as counted set customers = counted.customers - gone.customers
  from (
    select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as customers
    from deleted group by 1, 2) as gone
  where counted.partner_id = gone.partner_id and counted.month = gone.month;
  return null;
end $$;

-- The lock that the triggers need keeps writers out until the count is complete; readers go on.
create trigger count_created_customers after insert on customers referencing new table as created
  for each statement execute function count_created_customers();
create trigger count_deleted_customers after delete on customers referencing old table as deleted
  for each statement execute function count_deleted_customers();
insert into customer_months (partner_id, month, customers)
select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from customers group by 1, 2;

-- Rights are otherwise granted after the migrations: too late for processes that create customers at this moment.
do $$
begin
  if exists (select from pg_roles where rolname = 'plumbline_service') then
    grant select, insert, update, delete on customer_months to plumbline_service;
  end if;
end $$;
