-- A logo is decoded and written anew before anything shows it. Those stored earlier are checked when they are first used.
alter table partner_brands
  -- SHA-256 of the picture that we wrote; a logo with another one is as somebody sent it, and must not be shown.
  add column logo_sha256 bytea check (octet_length(logo_sha256) = 32),
  -- When the check of such a logo began: one that did not come to its end is never begun again.
  add column logo_check_began_at timestamptz;
