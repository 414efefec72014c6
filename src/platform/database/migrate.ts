import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Database } from './database.ts'
import { partitionTables } from './partitions.ts'
import { grantServiceRole } from './service-role.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Numbered SQL files, forward only. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name !== 'schema.sql').sort()
    const migrations = files.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
}

/** Updates the schema with its partitions, that of the job engine, and the privileges of the service's role. Returns the migrations that ran. */
export async function migrate(db: Database, pool: pg.Pool): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest()
  if (error) throw error
  await runMigrations({ pgPool: pool })
  await partitionTables(db)
  await grantServiceRole(db)
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Whether this version has a migration of this name. */
export const isKnownMigration = async (name: string): Promise<boolean> =>
  Object.keys(await sqlFiles.getMigrations()).includes(name)

/** The last migration that has run, by name. */
export async function newestMigration(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name collate "C") as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? ''
}

/** Names of migrations that have not run yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await new Migrator({ db, provider: sqlFiles }).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

/** How the schema of a database compares with what this version knows. */
export interface SchemaState {
  /** Migrations that have not run yet. */
  pending: string[]
  /** Migrations that ran but are unknown to this version: a newer version ran them. */
  unknown: string[]
  /** The migration that a version must know to work on this schema, if this version does not. */
  missing: string | undefined
}

export async function readSchemaState(db: Database): Promise<SchemaState> {
  const known = Object.keys(await sqlFiles.getMigrations())
  const { rows: tables } = await sql<{ migrations: boolean; floor: boolean }>`
    select to_regclass('public.kysely_migration') is not null as migrations,
      to_regclass('public.migration_floor') is not null as floor`.execute(db)
  const namesIn = async (table: string, exists = false): Promise<string[]> =>
    exists
      ? (await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)).rows.map((row) => row.name)
      : []
  const ran = await namesIn('kysely_migration', tables[0]?.migrations)
  const [floor] = await namesIn('migration_floor', tables[0]?.floor)
  return {
    pending: known.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !known.includes(name)),
    missing: floor === undefined || known.includes(floor) ? undefined : floor,
  }
}
