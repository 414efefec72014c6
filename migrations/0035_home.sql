-- The start page of the portal lists the exceptions that end soon, and a partner may have thousands that do not.
create index exceptions_by_end on exceptions (partner_id, expires_at) where removed_at is null;
