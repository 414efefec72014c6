import type { Insertable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ReportLinks } from '../../../platform/database/tables.gen.ts'
import type { LinkRow } from './rules.ts'

const COLUMNS = [
  'id',
  'edition',
  'recipient',
  'created_at',
  'expires_at',
  'last_opened_at',
  'revoked_at',
] as const satisfies (keyof LinkRow)[]

/** A run of the partner, against which changes of its links are serialized; undefined if it has no such run. */
export async function lockRun(
  tx: Connection,
  partnerId: string,
  runId: string,
): Promise<{ customerId: string } | undefined> {
  return await tx
    .selectFrom('runs')
    .select('customer_id as customerId')
    .where('id', '=', runId)
    .where('partner_id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function hasRun(db: Connection, partnerId: string, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', runId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertLink(tx: Connection, row: Insertable<ReportLinks>): Promise<void> {
  await tx.insertInto('report_links').values(row).execute()
}

/** How many links of a run work at a time, without those in mails. */
export async function countLinks(tx: Connection, runId: string, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('report_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('recipient', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return count
}

export async function listLinkRows(db: Connection, runId: string, max: number): Promise<LinkRow[]> {
  return await db
    .selectFrom('report_links')
    .select(COLUMNS)
    .where('run_id', '=', runId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** A link of a run, locked. */
export async function lockLink(tx: Connection, runId: string, id: string): Promise<LinkRow | undefined> {
  return await tx
    .selectFrom('report_links')
    .select(COLUMNS)
    .where('run_id', '=', runId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateRevoked(tx: Connection, id: string, at: Date): Promise<void> {
  await tx.updateTable('report_links').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** The link of a token to a run. The token is the authorization. */
export async function findLinkByHash(db: Connection, runId: string, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return await db
    .selectFrom('report_links')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

export async function updateLastOpened(db: Connection, id: string, at: Date): Promise<void> {
  await db.updateTable('report_links').set({ last_opened_at: at }).where('id', '=', id).execute()
}
