import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { newestMigration } from '../../platform/database/migrate.ts'
import { listKeyIds } from '../../platform/database/secret-key-ids.ts'
import { fields, number, text } from '../../shared/json.ts'
import { VERSION } from '../../shared/version.ts'
import { BackupFailure } from './failure.ts'

/** The first entry of a backup, which describes it. */
export interface BackupInfo {
  format: 1
  /** Version of the service that made it. */
  service: string
  /** Version of PostgreSQL that its files are for. */
  postgres: string
  /** When the backup began. Everything that was committed by then is in it. */
  madeAt: string
  /** The last migration that had run. */
  migration: string
  /** The newest secret key; the backup need not contain it. */
  secretKeyId: string | null
  /** Whether the backup contains the secret keys. */
  hasSecretKeys: boolean
  /** The newest audit row when the backup began. */
  lastAuditId: number
  /** Rows when the backup began; of the audit those up to `lastAuditId`. */
  rows: Record<string, number>
}

export const INFO_NAME = 'backup.json'

const COUNTED = ['partners', 'distributors', 'customers', 'runs', 'events'] as const

/**
 * Rows of these tables are never deleted, except by pruning of the audit, so a restored database must have all of them.
 */
const NEVER_FEWER = ['audit', 'partners', 'distributors']

/** Row counts of the most significant tables. */
export async function countRows(db: Database, lastAuditId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of COUNTED) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]?.n ?? 0
  }
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit where id <= ${lastAuditId}`.execute(db)
  return { ...counts, audit: rows[0]?.n ?? 0 }
}

/** The tables that have fewer rows than when the backup began, although their rows are never deleted. */
export const findLosses = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] => NEVER_FEWER.filter((table) => (after[table] ?? 0) < (before[table] ?? 0))

export async function describeContents(db: Database, hasSecretKeys: boolean): Promise<BackupInfo> {
  const { rows } = await sql<{ postgres: string; last: number }>`
    select current_setting('server_version') as postgres, coalesce((select max(id) from audit), 0) as last`.execute(db)
  const { postgres = '', last = 0 } = rows[0] ?? {}
  return {
    format: 1,
    service: VERSION,
    postgres,
    madeAt: new Date().toISOString(),
    migration: await newestMigration(db),
    secretKeyId: (await listKeyIds(db))[0] ?? null,
    hasSecretKeys,
    lastAuditId: last,
    rows: await countRows(db, last),
  }
}

/** Throws BackupFailure if this version cannot use such a backup. */
export function readInfo(json: unknown): BackupInfo {
  const { format, service, postgres, madeAt, migration, secretKeyId, hasSecretKeys, lastAuditId, rows } = fields(json)
  if (format !== 1)
    throw new BackupFailure('This backup was made by a newer version of Plumbline. Restore it with that version.')
  const counts = Object.entries(fields(rows)).flatMap(([name, n]) =>
    typeof n === 'number' ? [[name, n] as const] : [],
  )
  return {
    format,
    service: text(service) ?? '',
    postgres: text(postgres) ?? '',
    madeAt: text(madeAt) ?? '',
    migration: text(migration) ?? '',
    secretKeyId: text(secretKeyId) ?? null,
    hasSecretKeys: hasSecretKeys === true,
    lastAuditId: number(lastAuditId) ?? 0,
    rows: Object.fromEntries(counts),
  }
}
