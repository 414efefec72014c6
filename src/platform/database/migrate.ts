import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Database } from './database.ts'
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

/** Updates the schema, that of the job engine, and the privileges of the service's role. Returns the migrations that ran. */
export async function migrate(db: Database, pool: pg.Pool): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest()
  if (error) throw error
  await runMigrations({ pgPool: pool })
  await grantServiceRole(db)
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Names of migrations that have not run yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await new Migrator({ db, provider: sqlFiles }).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}
