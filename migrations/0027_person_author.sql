-- A person who signed in: the audit names them. Alone in its migration, because a new value cannot be used in the transaction that adds it.
alter type author_kind add value 'person';
