-- Of a sign-in with Microsoft that accepts an invitation: SHA-256 of the token in its link.
alter table microsoft_sign_ins add invitation_hash bytea,
  add check (invitation_hash is null or browser_hash is not null);
