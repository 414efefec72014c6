import { createHash } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { codeOf } from '../../shared/error-code.ts'
import { createConnector } from './client.ts'
import type { DB } from './tables.gen.ts'
import { troubleOf } from './trouble.ts'

export type Database = Kysely<DB>

/** The first argument of a store: the database or the transaction of the caller. */
export type Connection = Kysely<DB> | Transaction<DB>

/** Prepared statements per connection. Further ones are sent unnamed, so that memory stays bounded. */
const MAX_PREPARED = 500

/** A pool that stays full for this long means overload: the caller gets 503 and may try again. */
const CONNECT_MS = 5_000

/** The server cancels a statement this long before our deadline, so that we get its error. */
const SERVER_HEAD_START_MS = 2_000

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parseAnyTimestamp: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ)

/** The length of a time in UTC between the years 1000 and 9999, without and with microseconds. */
const MIN_LENGTH = '2026-11-26 04:30:00+00'.length
const MAX_LENGTH = '2026-11-26 04:30:00.123456+00'.length

/**
 * Parses a timestamp as the server writes it. The driver's own parser takes four times as long, a twentieth of the time
 * of a long list; it still parses times that are not in UTC.
 */
export function parseTimestamp(text: string): unknown {
  const isPlain = text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && text[10] === ' ' && text.endsWith('+00')
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text)
}

/** Counts and sums are int8; ours stay within the safe range of a number. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ && format !== 'binary') return parseTimestamp
    return pg.types.getTypeParser(oid, format)
  },
}

/** A pooler that may use another server connection for each transaction, as PgBouncer does in transaction mode. */
export interface Pooler {
  /** Whether it tracks prepared statements, as PgBouncer does from 1.21 on if `max_prepared_statements` is set. */
  prepares: boolean
}

/**
 * Opens the database. Every statement is prepared once per connection, named by a hash of its text. Failed connections
 * are dropped and replaced when needed. `pool` is for the job engine, which brings its own SQL. With `role`, each
 * connection assumes that role before its first use, and fails if it may not. `url` may name several servers;
 * connections go to the one that accepts changes. With `pooler`, connections have no state that outlives a transaction.
 * With `deadlineMs`, a statement without an answer fails after that time, even if the network lost it silently, and its
 * connection is dropped.
 */
export function openDatabase(
  url: string,
  options: {
    poolSize: number
    role?: string
    onError: (error: Error) => void
    connectMs?: number
    deadlineMs?: number | undefined
    pooler?: Pooler | undefined
    /** Fails for a connection that must not be used. */
    onConnect?: (client: pg.ClientBase, openConnections: number) => Promise<void>
  },
): { db: Database; pool: pg.Pool } {
  const { poolSize, role, connectMs = CONNECT_MS, deadlineMs, pooler, onConnect } = options
  const { Client, connectionString, check, onTrouble } = createConnector(url)
  const pool = new pg.Pool({
    Client,
    connectionString,
    max: poolSize,
    async onConnect(client) {
      await check(client)
      await onConnect?.(client, pool.totalCount)
      if (role !== undefined) await client.query(`set role ${pg.escapeIdentifier(role)}`)
    },
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(deadlineMs !== undefined && {
      query_timeout: deadlineMs,
      // A pooler refuses this setting, because the next client of the connection would get it as well.
      ...(pooler === undefined && { statement_timeout: deadlineMs - SERVER_HEAD_START_MS }),
    }),
    types: TYPES,
  })
  // An error event without a listener ends the process. The pool emits only those of idle connections, so each connection
  // has its own listener. Code that uses a broken connection gets the error from its statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // While the pool is closing, the server may close connections.
    client.on('error', (error) => pool.ending || options.onError(error))
    prepareStatements(client, { isNamed: pooler?.prepares ?? true, onTrouble })
  })
  pool.on('release', (_, client) => void (useless.has(client) && client.end().catch(() => {})))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return { db, pool }
}

const pools = new WeakMap<Connection, pg.Pool>()

/** The connections of a database that this process has open, and how many callers wait for one. */
export function getPoolFigures(db: Database): { busy: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Runs a compiled statement. Outside of a transaction it bypasses the query builder, which takes a tenth of the CPU
 * time of a read.
 */
export async function runStatement<R extends pg.QueryResultRow>(
  db: Connection,
  statement: CompiledQuery<R>,
): Promise<R[]> {
  const pool = pools.get(db)
  if (pool === undefined) return (await db.executeQuery(statement)).rows
  const client = await pool.connect()
  try {
    return (await client.query<R>(statement.sql, [...statement.parameters])).rows
  } finally {
    client.release()
  }
}

const names = new Map<string, string>()

function statementName(sql: string): string | undefined {
  let name = names.get(sql)
  if (name === undefined && names.size < MAX_PREPARED) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}

/** Adds the name to statements of Kysely, which have text and parameters. Passes everything else on unchanged. */
function prepareStatements(
  client: pg.PoolClient,
  { isNamed, onTrouble }: { isNamed: boolean; onTrouble: (error: unknown) => void },
): void {
  const onError = (error: unknown): void => {
    onTrouble(error)
    dropIfUseless(client, error)
  }
  const send: (...call: unknown[]) => unknown = client.query.bind(client)
  const query = (...call: unknown[]): unknown => {
    const [text, values, ...rest] = call
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0) {
      const sent = send(...call)
      if (sent instanceof Promise) sent.catch(onError)
      return sent
    }
    // Creates the query object here, because the driver copies a plain object with all its property descriptors.
    return new Promise((resolve, reject) => {
      const query = new pg.Query(text, values, (error, result) => {
        if (!error) return resolve(result)
        onError(error)
        reject(error)
      })
      send(isNamed ? Object.assign(query, { name: statementName(text) }) : query)
    })
  }
  Object.assign(client, { query })
}

/** Connections that the pool must not use again. */
const useless = new WeakSet<pg.ClientBase>()

/**
 * A connection whose server does not answer still waits for that answer, so it is closed at once. One whose server
 * became a standby can no longer write, so it is closed when its transaction ends.
 */
function dropIfUseless(client: pg.PoolClient, error: unknown): void {
  const trouble = troubleOf(error)
  if (trouble === 'read-only') useless.add(client)
  if (trouble === 'silent' && codeOf(error) === '') void client.end().catch(() => {})
}
