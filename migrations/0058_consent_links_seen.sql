-- What became of a link for an approval, and of the questions and exceptions of all customers of a partner.
alter table consent_links
  -- Null for links from before this migration.
  add column created_at timestamptz,
  -- When the page was first fetched, which mail filters do, too.
  add column fetched_at timestamptz,
  -- When somebody first went on from the page to the sign-in.
  add column started_at timestamptz;
