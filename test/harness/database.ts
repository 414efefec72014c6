import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase, type Pooler } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { admitService, serviceUrlOf } from '../../src/platform/database/service-sign-in.ts'
import { cleanDatabase, describeDatabase, type Pristine } from './clean-database.ts'

/** The services of all files of a process start together, and block each other for seconds. */
const CONNECT_MS = 60_000

/** Opens a database of a test. Connections that the test breaks on purpose are not errors. */
export const openTestDatabase = (
  url: string,
  options: { poolSize: number; role?: string; pooler?: Pooler },
): { db: Database; pool: pg.Pool } => openDatabase(url, { ...options, connectMs: CONNECT_MS, onError: () => {} })

export interface TestDatabase extends AsyncDisposable {
  /** For the user that owns everything. */
  url: string
  /** For the user of the service. */
  serviceUrl: string
}

/** Creates the migrated database from which others are cloned, once per test run. */
export async function prepareTemplate(serverUrl: string): Promise<string> {
  const name = `plumbline_test_${randomBytes(4).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  const { db, pool } = openTestDatabase(databaseUrl(serverUrl, name), { poolSize: 2 })
  await migrate(db, pool)
  await admitService(db, serviceUrlOf(serverUrl))
  await pool.end()
  return name
}

/**
 * By server, because a test may have its own: clean databases of earlier tests of this process, and what each was like when
 * it was new.
 */
const servers = new Map<string, { clean: string[]; pristine: Promise<Pristine> | undefined }>()

/** A newly migrated database for one test. Cleaning an earlier one takes a fraction of the time of creating one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = required('TEST_DATABASE_URL')
  const server = servers.get(serverUrl) ?? { clean: [], pristine: undefined }
  servers.set(serverUrl, server)
  const name = server.clean.pop() ?? (await cloneTemplate(serverUrl))
  const url = databaseUrl(serverUrl, name)
  server.pristine ??= describeDatabase(url)
  const pristine = await server.pristine
  return {
    url,
    serviceUrl: serviceUrlOf(url),
    async [Symbol.asyncDispose]() {
      if (await cleanDatabase(url, pristine)) server.clean.push(name)
      else await administer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function cloneTemplate(serverUrl: string): Promise<string> {
  const template = required('TEST_TEMPLATE')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // The other strategy also writes each page to the log, which takes a third longer if nothing waits for the disk.
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return name
}

/** Drops a template and all its clones. */
export async function dropTemplate(serverUrl: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

/** A variable that `npm test` passes to the test files. */
export function required(name: 'TEST_DATABASE_URL' | 'TEST_TEMPLATE' | 'TEST_CERTIFICATES'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run this test by "npm test -- FILE".`)
  return value
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement as the user that owns everything: the service's own role may not change the schema. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
