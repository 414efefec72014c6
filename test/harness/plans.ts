import { Kysely, PostgresDialect } from 'kysely'
import type { App } from '../../src/app.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Api } from './api.ts'
import { openTestDatabase } from './database.ts'

/** The plan of the only statement that `read` sends, as EXPLAIN shows it. */
export async function planOf(
  { app, databaseUrl }: Pick<Api, 'app' | 'databaseUrl'>,
  read: (app: App) => Promise<unknown>,
): Promise<string> {
  const { pool } = openTestDatabase(databaseUrl, { poolSize: 2 })
  try {
    const sent: { sql: string; parameters: readonly unknown[] }[] = []
    const db: Database = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
    })
    await read({ ...app, db })
    const [statement, ...others] = sent
    if (!statement || others.length > 0) throw new Error(`expected one statement, but ${sent.length} were sent`)
    const { rows } = await pool.query(`explain ${statement.sql}`, [...statement.parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await pool.end()
  }
}
