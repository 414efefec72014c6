-- What the newest run found in a customer's tenant for the people who answer: suggested answers, and answers overruled.
create table questionnaire_suggestions (
  customer_id text collate "C" not null references customers on delete cascade,
  product text not null,
  -- Ids of runs ascend: of two runs, the later one counts, whichever ends first.
  run_id text collate "C" not null,
  -- The tenant that was read: a customer's may be corrected, and what another one showed says nothing of it.
  tenant_id text not null,
  content bytea not null,
  primary key (customer_id, product)
);
