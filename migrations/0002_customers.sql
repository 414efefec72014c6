create table customers (
  id text collate "C" primary key,
  partner_id text collate "C" not null references partners,
  name text not null,
  tenant_id text not null,
  email text,
  receivers text[] not null,
  questionnaire_recipients text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customers_by_partner on customers (partner_id, created_at desc, id desc);
