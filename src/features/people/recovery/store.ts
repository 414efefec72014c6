import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Counts a request for a new password; false beyond `max` of one address since a time. */
export async function claimRequest(
  tx: Connection,
  emailHash: Buffer,
  { at, since, max }: { at: Date; since: Date; max: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into recovery_requests as known (email_hash, requests, since) values (${emailHash}, 1, ${at})
    on conflict (email_hash) do update
      set requests = case when known.since <= ${since} then 1 else known.requests + 1 end,
        since = case when known.since <= ${since} then excluded.since else known.since end
      where known.since <= ${since} or known.requests < ${max}::int
    returning requests`.execute(tx)
  return rows.length > 0
}

/** Sets the person's only valid link, replacing an earlier one. */
export async function upsertReset(
  tx: Connection,
  personId: string,
  { hash, endsAt }: { hash: Buffer; endsAt: Date },
): Promise<void> {
  const link = { hash, ends_at: endsAt }
  await tx
    .insertInto('password_resets')
    .values({ person_id: personId, ...link })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(link))
    .execute()
}

export async function updateResetEnd(tx: Connection, personId: string, endsAt: Date): Promise<void> {
  await tx.updateTable('password_resets').set({ ends_at: endsAt }).where('person_id', '=', personId).execute()
}

/** The person whose link this is, if it has not ended. */
export async function findReset(db: Connection, hash: Buffer, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('person_id')
    .where('hash', '=', hash)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return row?.person_id
}

/** Consumes a link; false if it has expired or was used. */
export async function claimReset(tx: Connection, hash: Buffer, at: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes at most `max` links that have ended; returns how many. */
export async function deleteEndedResets(db: Connection, at: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from password_resets where hash = any(array(
      select hash from password_resets where ends_at <= ${at} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes at most `max` counts of requests that began before a time; returns how many. */
export async function deleteRequestsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recovery_requests where email_hash = any(array(
      select email_hash from recovery_requests where since <= ${before} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
