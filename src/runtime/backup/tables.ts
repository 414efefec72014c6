import type pg from 'pg'
import { fields, list, text, texts } from '../../shared/json.ts'

/** A table whose rows are moved, with the columns that can be written. */
export interface MovedTable {
  schema: string
  name: string
  columns: string[]
  /** Columns of the primary key, by which rows are ordered. */
  key: string[]
}

export interface Sequence {
  schema: string
  name: string
  /** Undefined if it was never used. */
  last: string | undefined
}

/** The schemas of our own tables and of the job engine, with its queued jobs. */
const SCHEMAS = `'{public,graphile_worker}'::text[]`

/** Tables whose rows belong to one database. */
const NOT_MOVED = `'{kysely_migration,kysely_migration_lock,migration_floor,migrations}'::text[]`

const TABLES = `
  select nspname as schema, relname as name,
    array(select attname::text from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum) as columns,
    array(select attname::text from pg_index, unnest(indkey) with ordinality as part (attnum, place)
      join pg_attribute using (attnum) where indrelid = class.oid and indisprimary and attrelid = class.oid
      order by place) as key
  from pg_class as class join pg_namespace as namespace on namespace.oid = relnamespace
  where nspname = any (${SCHEMAS}) and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
    and relname <> all (${NOT_MOVED})
  order by nspname, relname`

const SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
  where schemaname = any (${SCHEMAS}) order by 1, 2`

/** The tables in the order of their names. Unlogged ones and partitions are not among them. */
export async function listTables(client: pg.ClientBase): Promise<MovedTable[]> {
  return (await client.query(TABLES)).rows.map(readTable)
}

export function readTable(row: unknown): MovedTable {
  const { schema, name, columns, key } = fields(row)
  return { schema: text(schema) ?? '', name: text(name) ?? '', columns: texts(columns), key: texts(key) }
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  return (await client.query(SEQUENCES)).rows.map(readSequence)
}

export function readSequence(row: unknown): Sequence {
  const { schema, name, last } = fields(row)
  return { schema: text(schema) ?? '', name: text(name) ?? '', last: text(last) }
}

/** A constraint between tables, which is dropped while rows are copied. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** The foreign keys of these schemas; those of partitions belong to the constraints of their tables. */
export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(con.oid) as definition
    from pg_constraint as con join pg_namespace as namespace on namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname = any (${SCHEMAS}) order by 1, 2`)
  return list(rows).map((row) => {
    const { table, name, definition } = fields(row)
    return { table: text(table) ?? '', name: text(name) ?? '', definition: text(definition) ?? '' }
  })
}
