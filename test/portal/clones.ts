import type pg from 'pg'

/**
 * Copies the rows of a database many times, so that query plans are those of a large installation. This works for all
 * tables, including those of later migrations. The last six characters of ids differ in each copy.
 */

/** Ids that differ in each copy of a customer; in each copy of an account, all ids differ. */
const OF_CUSTOMERS = /^(cust|run|evt|qst|mail|exc|att|lnk|sch)_[0-9a-z]{26}$/
const OF_ACCOUNTS = /^(prt|dist|whk|rpl|usr|ses|cred|inv|stl|adj|grp|view|vis|scim)_[0-9a-z]{26}$/

/** Tables about the installation, which have no account. */
const OF_NOBODY = ['migrations', 'migration_floor', 'rate_windows', 'workers', 'api_processes', 'secret_key_ids']

/** How many rows of each table are copied for each account and each customer. */
const ROWS_EACH = 2

interface Column {
  name: string
  type: string
  isUnique: boolean
}

/**
 * Copies everything for other accounts; and what mentions one of these ids, which are those of one customer, for them
 * and for its own account.
 */
export async function seedClones(
  db: pg.Client,
  idsOfCustomer: readonly string[],
  { accounts, theirCustomers, ownCustomers }: { accounts: number; theirCustomers: number; ownCustomers: number },
): Promise<void> {
  await db.query('set session_replication_role = replica; set synchronous_commit = off')
  for (const [table, columns] of await listColumns(db)) {
    await db.query(`create temp table originals as
      select row.*, row::text ~ '${idsOfCustomer.join('|')}' as is_of_customer from ${table} as row
      order by is_of_customer desc limit ${ROWS_EACH}`)
    const { rows } = await db.query('select ctid, * from originals')
    for (const row of rows) {
      const copy = (from: number, count: number, account: string | undefined) =>
        db.query(
          `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join()})
          select ${columns.map((column) => copiedValue(column, row[column.name], account)).join()}
          from originals as original, generate_series(${from + 1}, ${from + count}) as n
          where original.ctid = $1 on conflict do nothing`,
          [row.ctid],
        )
      await copy(0, accounts, 'n')
      if (row.is_of_customer) await copy(accounts, theirCustomers, `1 + n % ${accounts}`)
      if (row.is_of_customer) await copy(accounts + theirCustomers, ownCustomers, undefined)
    }
    await db.query('drop table originals')
  }
  await db.query('reset session_replication_role')
}

/** Adds deliveries to an endpoint and to those of the other accounts; one in fifty has failed. */
export async function seedDeliveries(
  db: pg.Client,
  endpointId: string,
  { accounts, theirs, own }: { accounts: number; theirs: number; own: number },
): Promise<void> {
  // Creating the indexes afterwards takes a fraction of the time.
  const { rows: indexes } = await db.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = 'deliveries' and indexdef not like '%UNIQUE%'",
  )
  for (const { indexname } of indexes) await db.query(`drop index ${indexname}`)
  const add = (endpoint: string, count: number) =>
    db.query(
      `insert into deliveries (event_id, endpoint_id, cause, state, attempts, last_outcome, last_status, last_error_code, created_at,
        ended_at, type)
      select 'evt_' || lpad(n::text, 26, '0'), ${endpoint}, 'event',
        case n % 50 when 0 then 'failed' else 'delivered' end::delivery_state, 1,
        case n % 50 when 0 then 'failed' else 'delivered' end::attempt_outcome, case n % 50 when 0 then 500 else 200 end,
        case n % 50 when 0 then 'status' end, now() - n * interval '2 s', now() - n * interval '2 s', 'assessment.completed'
      from generate_series(1, $2::int) as n, (select $1::text as id) as endpoint`,
      [endpointId, count],
    )
  await add(copyOf('endpoint.id', `1 + n % ${accounts}`), theirs)
  await add('endpoint.id', own)
  for (const { indexdef } of indexes) await db.query(indexdef.replace(' ON ONLY ', ' ON '))
}

async function listColumns(db: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await db.query<Column & { table: string }>(
    `select relation.relname as table, attname as name, format_type(atttypid, null) as type,
      exists (select from pg_index where indrelid = relation.oid and indisunique and attnum = any (indkey)) as "isUnique"
    from pg_class as relation join pg_attribute on attrelid = relation.oid
    where relation.relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attidentity = '' and relname <> all ($1)
    order by relation.oid, attnum`,
    [OF_NOBODY],
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/**
 * The value of a column in copy `n` of a row, for the account with a number; without a number, for the original
 * account.
 */
function copiedValue({ name, type, isUnique }: Column, value: unknown, account: string | undefined): string {
  const column = `original."${name}"`
  if (typeof value === 'string' && OF_CUSTOMERS.test(value)) return copyOf(column, 'n')
  if (typeof value === 'string' && OF_ACCOUNTS.test(value))
    return account === undefined ? column : copyOf(column, account)
  if (type === 'bytea' && isUnique) return `sha256(${column} || n::text::bytea)`
  if (type === 'uuid' && isUnique) return 'gen_random_uuid()'
  if (type === 'bigint' && isUnique) return `${column} + n::bigint * 100`
  if (type.startsWith('timestamp')) return `${column} - n * interval '5 s'`
  return column
}

const copyOf = (id: string, copy: string): string => `left(${id}, -6) || lpad(to_hex(${copy}), 6, '0')`
