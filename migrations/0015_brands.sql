-- How a partner's reports look; without a row, or where a column is null, as those of the service itself.
create table partner_brands (
  partner_id text collate "C" primary key references partners,
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) <= 200000),
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  updated_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);
