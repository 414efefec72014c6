import type pg from 'pg'

/** How many rows one statement inserts. */
const CHUNK_ROWS = 200_000
const CUSTOMERS_PER_PARTNER = 500

/** The time of row `n` of `$2`: rows are spread over the last year. Ids begin with it. */
const TIME = "date_trunc('day', now()) - interval '1 year' + interval '1 year' * n / $2::float8"
const idOf = (prefix: string) => `id_at('${prefix}_', at) || lpad(n::text, 16, '0')`
const OTHER = `'prt_other' || n / ${CUSTOMERS_PER_PARTNER}`

/** Each statement inserts the rows `$1` to `$3` of `$2`, all of them of other partners. */
const ROWS = [
  `insert into customers (id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients, created_at, updated_at)
    select ${idOf('cust')}, ${OTHER}, 'Customer ' || n, '5a3b1c60-7d21-4e0f-9a54-' || lpad(n::text, 12, '0'),
      'office@customer-' || n || '.example', '{}', '{}', at, at from numbers`,
  `insert into runs (id, partner_id, customer_id, product, maturity_target, status, score, coverage, score_ceiling,
      critical, high, medium, low, created_at, started_at, completed_at)
    select ${idOf('run')}, ${OTHER}, ${idOf('cust')}, 'essential-eight', 2, 'completed', 61, 0.9, 80, 1, 4, 9, 3, at, at, at
    from numbers`,
  `insert into run_results select ${idOf('run')}, '\\x00', '\\x00', '' from numbers`,
  `insert into events (id, partner_id, distributor_id, customer_id, type, body, occurred_at)
    select ${idOf('evt')}, ${OTHER}, 'dist_other', ${idOf('cust')}, 'assessment.completed', convert_to(repeat('x', 400), 'UTF8'), at
    from numbers`,
  `insert into audit (occurred_at, author_kind, author_id, partner_id, distributor_id, action, subject, after)
    select at, 'partner', ${OTHER}, ${OTHER}, 'dist_other', 'assessment.created', ${idOf('run')}, '{"product":"essential-eight"}'
    from numbers`,
  `insert into deliveries (event_id, endpoint_id, cause, state, attempts, last_outcome, last_status, created_at, ended_at, type)
    select ${idOf('evt')}, 'whk_other' || n / ${CUSTOMERS_PER_PARTNER}, 'event', 'delivered', 1, 'delivered', 200, at, at,
      'assessment.completed' from numbers`,
  `insert into delivery_attempts (delivery_id, attempt, outcome, started_at, total_ms, status)
    select $1 + row_number() over (), 1, 'delivered', at, 12, 200 from numbers`,
].map((insert) => `with numbers as (select n, ${TIME} as at from generate_series($1::int, $3::int) as n) ${insert}`)

/** Splits partitions as in an installation that is a year old. */
export async function splitPartitions(db: pg.Pool): Promise<void> {
  for (const [table, prefix] of [
    ['events', 'evt_'],
    ['run_results', 'run_'],
  ]) {
    const bound = await db.query<{ bound: string }>("select id_at($1, now() - interval '1 year') as bound", [prefix])
    const [first, moved] = [`partitions.${table}_first`, `partitions.${table}_moved`]
    await db.query(`alter table ${table} detach partition ${first}; alter table ${first} rename to ${table}_moved;
      create table ${first} partition of ${table} for values from (minvalue) to ('${bound.rows[0]?.bound}');
      select add_partitions(); insert into ${table} select * from ${moved}; drop table ${moved}`)
  }
}

/**
 * Inserts this many customers of other partners, each with a run, its result, an event, an audit row and a delivery.
 */
export async function seedOthers(db: pg.Pool, rows: number): Promise<void> {
  await db.query(`insert into distributors (id, company, email, status, created_at)
    values ('dist_other', 'Others', 'others@bench.example', 'active', now())`)
  await db.query(
    `insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
      select 'prt_other' || n, 'dist_other', 'Other ' || n, 'admin@bench.example', 'Other', 'active', 'enterprise', now(), now()
      from generate_series(0, $1::int) as n`,
    [Math.ceil(rows / CUSTOMERS_PER_PARTNER)],
  )
  for (let first = 1; first <= rows; first += CHUNK_ROWS) {
    const last = Math.min(rows, first + CHUNK_ROWS - 1)
    for (const insert of ROWS) await db.query(insert, [first, rows, last])
    console.error(`${last} of ${rows} customers of others`)
  }
  await updateCounters(db)
}

/** Gives a partner this many more customers, each with a run. */
export async function seedCustomers(db: pg.Pool, partnerId: string, rows: number): Promise<void> {
  await db.query(
    `with numbers as (
      select n, now() - interval '1 year' + interval '1 year' * n / $2::float8 as at from generate_series(1, $2::int) as n
    ), added as (
      insert into customers (id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients, created_at, updated_at)
      select id_at('cust_', at) || lpad(n::text, 16, 'z'), $1, 'Customer ' || n, '5a3b1c60-7d21-4e0f-9a55-' || lpad(n::text, 12, '0'),
        'office@customer-' || n || '.example', '{}', '{}', at, at from numbers returning id, created_at as at
    )
    insert into runs (id, partner_id, customer_id, product, maturity_target, status, score, coverage, score_ceiling,
      critical, high, medium, low, created_at, started_at, completed_at)
    select 'run_' || substr(id, 6), $1, id, 'essential-eight', 2, 'completed', 61, 0.9, 80, 1, 4, 9, 3, at, at, at from added`,
    [partnerId, rows],
  )
  await updateCounters(db)
}

async function updateCounters(db: pg.Pool): Promise<void> {
  await db.query(`insert into customer_counts select partner_id, count(*) from customers group by partner_id
    on conflict (partner_id) do update set customers = excluded.customers`)
  await db.query(`insert into usage_months (partner_id, month, runs)
    select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from runs group by 1, 2
    on conflict (partner_id, month) do update set runs = excluded.runs`)
  await db.query('vacuum analyze')
}
