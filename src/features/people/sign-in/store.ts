import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { SignInSteps, SignIns } from '../../../platform/database/tables.gen.ts'
import { MAX_WAIT_S } from './rules.ts'

/** The source that counts for all places. */
const EVERYWHERE = '*'

/** One email address as tries are counted for it. */
export interface TriedAddress {
  emailHash: Buffer
  source: string
}

/** Wrong passwords for an email address from everywhere since a time. */
export async function countFailures(db: Connection, emailHash: Buffer, since: Date): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('failures')
    .where('email_hash', '=', emailHash)
    .where('source', '=', EVERYWHERE)
    .where('last_at', '>', since)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Whether somebody of this email address has signed in from this place. */
export async function hasSignedInFrom(db: Connection, email: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ins as sign_in')
    .innerJoin('people as person', 'person.id', 'sign_in.person_id')
    .select('sign_in.id')
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .where('sign_in.outcome', '=', 'signed-in')
    .where('sign_in.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a try before the password is checked, so that concurrent tries cannot bypass the limit. Returns how many have
 * failed with this one; undefined if the place has to wait. `releaseTry` reverses it.
 */
export async function claimTry(
  db: Connection,
  { emailHash, source }: TriedAddress,
  { at, since, freeTries }: { at: Date; since: Date; freeTries: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as known (email_hash, source, failures, last_at)
    values (${emailHash}, ${source}, 1, ${at})
    on conflict (email_hash, source) do update
      set failures = case when known.last_at <= ${since} then 1 else known.failures + 1 end, last_at = excluded.last_at
      where known.last_at <= ${since} or known.failures < ${freeTries}::int
        or known.last_at + least(power(2, least(known.failures - ${freeTries}::int, 30)), ${MAX_WAIT_S}::int) * interval '1 second' <= ${at}
    returning failures`.execute(db)
  return rows[0]?.failures
}

/** Forgets the failures of a place, after a right password. */
export async function releaseTry(db: Connection, { emailHash, source }: TriedAddress): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email_hash', '=', emailHash).where('source', '=', source).execute()
}

/** The failures of a place, and the last of them. */
export async function findFailures(
  db: Connection,
  { emailHash, source }: TriedAddress,
): Promise<{ failures: number; lastAt: Date } | undefined> {
  return await db
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_at as lastAt'])
    .where('email_hash', '=', emailHash)
    .where('source', '=', source)
    .executeTakeFirst()
}

/** Counts a wrong password for all places; returns how many there have been. */
export async function upsertFailureEverywhere(
  db: Connection,
  emailHash: Buffer,
  at: Date,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as known (email_hash, source, failures, last_at)
    values (${emailHash}, ${EVERYWHERE}, 1, ${at})
    on conflict (email_hash, source) do update
      set failures = case when known.last_at <= ${since} then 1 else known.failures + 1 end, last_at = excluded.last_at
    returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Whether a person has signed in before, but neither from this place nor with this browser. */
export async function isNewPlace(
  db: Connection,
  personId: string,
  { address, agent }: { address: string; agent: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select coalesce(not bool_or(address = ${address} or agent is not distinct from ${agent}), false) as "isNew"
    from sign_ins where person_id = ${personId} and outcome = 'signed-in'`.execute(db)
  return rows[0]?.isNew ?? false
}

export async function insertStep(tx: Connection, row: Insertable<SignInSteps>): Promise<void> {
  await tx.insertInto('sign_in_steps').values(row).execute()
}

export async function insertSignIn(tx: Connection, row: Insertable<SignIns>): Promise<void> {
  await tx.insertInto('sign_ins').values(row).execute()
}

/** Records a wrong password for everybody with this email address. */
export async function insertFailedSignIns(
  db: Connection,
  email: string,
  { at, address, agent }: { at: Date; address: string; agent: string | null },
): Promise<void> {
  await sql`
    insert into sign_ins (person_id, at, outcome, method, address, agent)
    select id, ${at}, 'wrong-password', 'password', ${address}, ${agent}
    from people where lower(email) = ${email.toLowerCase()} limit 20`.execute(db)
}

/** When rows of these tables are from, or end. */
const TIMES = { sign_ins: 'at', sign_in_failures: 'last_at', sign_in_steps: 'ends_at' } as const

/** Deletes at most `max` rows from before a time; returns how many. */
export async function deleteBefore(
  db: Connection,
  table: keyof typeof TIMES,
  before: Date,
  max: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(TIMES[table])} <= ${before} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
