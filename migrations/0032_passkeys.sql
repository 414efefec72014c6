-- Of a passkey: whether it may be copied to other devices, which never changes, and whether it is.
alter table credentials add backup_eligible boolean, add backed_up boolean;

-- What passkeys are asked to sign. Each challenge is answered once, by the browser or session that asked for it.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign-in', 'confirm')),
  -- SHA-256 of the secret in the browser's cookie, or of the id of the session.
  bound_to bytea not null,
  ends_at timestamptz not null
);
create index passkey_challenges_by_binding on passkey_challenges (bound_to, ends_at);
create index passkey_challenges_by_end on passkey_challenges (ends_at);

-- Sign-ins with Microsoft between the way there and the way back: of a browser that is to be signed in, or of a session whose
-- person links an account.
create table microsoft_sign_ins (
  -- SHA-256 of the state in both addresses.
  state_hash bytea primary key,
  -- SHA-256 of the secret in the browser's cookie.
  browser_hash bytea,
  session_id text collate "C" references sessions (id) on delete cascade,
  -- Sealed: nonce and PKCE verifier.
  secrets bytea not null,
  next_path text,
  ends_at timestamptz not null,
  check (num_nonnulls(browser_hash, session_id) = 1)
);
create index microsoft_sign_ins_by_browser on microsoft_sign_ins (browser_hash, ends_at) where browser_hash is not null;
create index microsoft_sign_ins_by_session on microsoft_sign_ins (session_id, ends_at) where session_id is not null;
create index microsoft_sign_ins_by_end on microsoft_sign_ins (ends_at);
