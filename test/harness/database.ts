import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { admitService, serviceUrlOf } from '../../src/platform/database/service-sign-in.ts'

const fail = (error: Error): void => console.error(error)

/** Creates the migrated database that others are cloned from, once per test run. */
export async function prepareTemplate(serverUrl: string): Promise<string> {
  const name = `plumbline_template_${randomBytes(4).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  const { db, pool } = openDatabase(databaseUrl(serverUrl, name), { poolSize: 2, onError: fail })
  await migrate(db, pool)
  await admitService(db, serviceUrlOf(serverUrl))
  await pool.end()
  return name
}

/** A new database, dropped on disposal. */
export async function createTestDatabase(): Promise<{ url: string; serviceUrl: string } & AsyncDisposable> {
  const serverUrl = required('TEST_DATABASE_URL')
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`
  await administer(serverUrl, `create database ${name} template ${required('TEST_TEMPLATE')}`)
  return {
    url: databaseUrl(serverUrl, name),
    serviceUrl: serviceUrlOf(databaseUrl(serverUrl, name)),
    [Symbol.asyncDispose]: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

/** An environment variable that `npm test` sets for test files. */
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

/** Executes a statement as the owner of the database, because the service's role may not change the schema. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
