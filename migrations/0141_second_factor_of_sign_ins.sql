-- `code`, `recovery-code`, `passkey`, or `provider` if the account's own provider stated it; null if none was asked for.
alter table sign_ins add column factor text;
