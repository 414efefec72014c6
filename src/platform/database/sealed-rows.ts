import { type RawBuilder, sql } from 'kysely'
import { currentKey, type KeyRing } from '../../shared/crypto/key-ring.ts'
import { headerOf, openRow, SealError, sealRow } from '../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS, type SealedColumn } from '../../shared/crypto/sealed-columns.ts'
import type { Database } from './database.ts'

/** How many rows are sealed under which key, over all sealed columns. */
export interface SealedRows {
  /** Rows under each key of the ring, by key id. */
  byKey: ReadonlyMap<string, number>
  /** Other rows: sealed by version 0.1, which stored no key id, or under a key that is not in the ring. */
  without: number
  /** Columns, as `table.column`, in which a sample of such rows has some that cannot be opened. */
  unreadable: readonly string[]
}

export interface Resealed {
  resealed: number
  /** Rows that no key of the ring opens; they are left unchanged. */
  unreadable: number
}

const COLUMNS: readonly SealedColumn[] = Object.values(SEALED_COLUMNS)

const SAMPLE_ROWS = 20
const BATCH_ROWS = 200
/** Results and snapshots can be megabytes each. */
const AT_ONCE = 4

/** Counts the rows of every sealed column by key. */
export async function countSealedRows(db: Database, ring: KeyRing): Promise<SealedRows> {
  const keys = ring.reload()
  const byKey = new Map(keys.map(({ id }) => [id, 0]))
  const unreadable: string[] = []
  let without = 0
  for (const column of COLUMNS) {
    const { rows } = await sql<{ header: Buffer; n: number }>`
      select ${header(column)} as header, count(*) as n from ${sql.table(column.table)}
      where ${isUnder(column, keys.map(headerOf))} group by 1`.execute(db)
    for (const { id } of keys) {
      const found = rows.find((row) => row.header.subarray(1).toString('hex') === id)
      byKey.set(id, (byKey.get(id) ?? 0) + (found?.n ?? 0))
    }
    const { rows: rest } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(column.table)} where ${isNotUnder(column, keys.map(headerOf))}`.execute(db)
    without += rest[0]?.n ?? 0
    if ((rest[0]?.n ?? 0) > 0 && !(await canOpenSample(db, ring, column))) {
      unreadable.push(`${column.table}.${column.column}`)
    }
  }
  return { byKey, without, unreadable }
}

/**
 * Reseals, in batches, every row that is not sealed under the current key; skips rows that change meanwhile. It can be
 * interrupted at any point and started again. `onProgress` receives the number of rows done.
 */
export async function resealRows(db: Database, ring: KeyRing, onProgress: (rows: number) => void): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 }
  for (const column of COLUMNS) {
    if (column.row === undefined) continue
    let last: Key | undefined
    for (;;) {
      const keys = await listKeysToReseal(db, ring, column, last)
      for (let start = 0; start < keys.length; start += AT_ONCE) {
        const ends = await Promise.all(
          keys.slice(start, start + AT_ONCE).map((key) => resealRow(db, ring, column, key)),
        )
        for (const end of ends) if (end !== 'gone') total[end] += 1
        onProgress(total.resealed)
      }
      last = keys.at(-1)
      if (keys.length < BATCH_ROWS) break
    }
  }
  return total
}

/** Values of the primary key. */
type Key = Readonly<Record<string, unknown>>

/** The next rows in the order of the primary key: one pass visits each row once. */
async function listKeysToReseal(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  after: Key | undefined,
): Promise<Key[]> {
  const names = sql.join(column.key.map((name) => sql.ref(name)))
  const later = after ? sql`(${names}) > (${sql.join(column.key.map((name) => after[name]))})` : sql`true`
  const { rows } = await sql<Key>`select ${names} from ${sql.table(column.table)}
    where ${later} and ${isNotUnder(column, [headerOf(currentKey(ring))])}
    order by ${names} limit ${BATCH_ROWS}`.execute(db)
  return rows
}

async function resealRow(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  key: Key,
): Promise<'resealed' | 'unreadable' | 'gone'> {
  const place = sql.join(
    column.key.map((name) => sql`${sql.ref(name)} = ${key[name]}`),
    sql` and `,
  )
  const found = await readSealed(db, column, place, 1)
  const [row] = found
  if (!row) return 'gone'
  const opened = tryOpen(ring, column, row)
  if (!opened) return 'unreadable'
  const content = sql.ref(column.column)
  // A row that changed meanwhile was sealed by the process that changed it.
  const { numAffectedRows } = await sql`update ${sql.table(column.table)}
    set ${content} = ${sealRow(ring, column, row.identity, opened)}
    where ${place} and ${content} = ${row.sealed}`.execute(db)
  return numAffectedRows === 1n ? 'resealed' : 'gone'
}

interface SealedValue {
  identity: RowIdentity
  sealed: Buffer
}

async function readSealed(
  db: Database,
  { table, column, row = [] }: SealedColumn,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<SealedValue[]> {
  const names = [...row, column].map((name) => sql.ref(name))
  const { rows } = await sql<Key>`select ${sql.join(names)} from ${sql.table(table)}
    where ${where} limit ${limit}`.execute(db)
  return rows.flatMap((found) => {
    const sealed = found[column]
    const identity = row.map((name) => toIdentity(found[name]))
    return Buffer.isBuffer(sealed) ? [{ identity, sealed }] : []
  })
}

/** A column value in the form of a `RowIdentity`. */
export function toIdentity(value: unknown): string | number | Date {
  if (typeof value === 'number' || value instanceof Date) return value
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
}

function tryOpen(ring: KeyRing, column: SealedColumn, { identity, sealed }: SealedValue): Buffer | undefined {
  try {
    return openRow(ring, column, identity, sealed)
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/**
 * Whether a sample of the rows without a known key can be opened, which means that version 0.1 sealed them with a key
 * of the ring.
 */
async function canOpenSample(db: Database, ring: KeyRing, column: SealedColumn): Promise<boolean> {
  if (column.row === undefined) return true
  const isOther = isNotUnder(column, ring.keys().map(headerOf))
  const sample = await readSealed(db, column, isOther, SAMPLE_ROWS)
  return sample.every((value) => tryOpen(ring, column, value) !== undefined)
}

const FIRST_ROWS = 3

/**
 * Whether the keys of the ring open stored values: false if there are values in a few rows of each column, and none of
 * them opens.
 */
export async function opensSample(db: Database, ring: KeyRing): Promise<boolean> {
  let found = 0
  for (const column of COLUMNS) {
    if (column.row === undefined) continue
    const values = await readSealed(db, column, sql`${sql.ref(column.column)} <> ''`, FIRST_ROWS)
    if (values.some((value) => tryOpen(ring, column, value) !== undefined)) return true
    found += values.length
  }
  return found === 0
}

/** The first bytes of a value; PostgreSQL reads only these. */
const header = ({ column }: SealedColumn) => sql`substr(${sql.ref(column)}, 1, 9)`

const isUnder = (column: SealedColumn, headers: readonly Buffer[]) => sql`${header(column)} = any (${headers}::bytea[])`

/** An empty value is not sealed: its content was erased. */
const isNotUnder = (column: SealedColumn, headers: readonly Buffer[]) =>
  sql`${header(column)} <> '' and not ${isUnder(column, headers)}`
