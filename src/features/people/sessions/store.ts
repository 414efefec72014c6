import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/statement.ts'
import type { AccountStatus, PersonStatus, Sessions } from '../../../platform/database/tables.gen.ts'

export async function insertSession(tx: Connection, row: Insertable<Sessions>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

/** A person and their account, locked. */
interface LockedPerson {
  status: PersonStatus
  kind: 'partner' | 'distributor'
  accountStatus: AccountStatus
  /** Whether everybody in the account needs a second factor. */
  requiresFactor: boolean
  /** Whether the person can sign in through the account's provider only. */
  requiresProvider: boolean
  /** Whether the person is linked to the account's provider, and it signs people in. */
  hasProvider: boolean
}

/** Locks the person and their account against changes, such as a suspension, and returns their states. */
export async function lockPersonWithAccount(tx: Connection, personId: string): Promise<LockedPerson | undefined> {
  const person = await tx
    .selectFrom('people')
    .select(['status', 'partner_id', 'distributor_id'])
    .where('id', '=', personId)
    .forShare()
    .executeTakeFirst()
  if (!person) return undefined
  const kind = person.partner_id !== null ? 'partner' : 'distributor'
  const account = await tx
    .selectFrom(kind === 'partner' ? 'partners' : 'distributors')
    .select(['status', 'requires_factor as requiresFactor'])
    .where('id', '=', person.partner_id ?? person.distributor_id)
    .forShare()
    .executeTakeFirst()
  const { status: accountStatus, requiresFactor } = account ?? {}
  if (accountStatus === undefined || requiresFactor === undefined) return undefined
  const provider = await lockProviderOf(tx, personId, person.partner_id ?? person.distributor_id)
  return { status: person.status, kind, accountStatus, requiresFactor, ...provider }
}

/** Locks the provider of a person's account against changes of what it requires. */
async function lockProviderOf(
  tx: Connection,
  personId: string,
  accountId: string | null,
): Promise<Pick<LockedPerson, 'requiresProvider' | 'hasProvider'>> {
  const provider = await tx
    .selectFrom('sign_on_providers')
    .select(['is_required as isRequired', 'exempt_person_id as exemptId', 'tested_at as testedAt'])
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  if (!provider) return { requiresProvider: false, hasProvider: false }
  const link = await tx
    .selectFrom('sign_on_links')
    .select('subject')
    .where('person_id', '=', personId)
    .forShare()
    .executeTakeFirst()
  return {
    requiresProvider: provider.isRequired && provider.exemptId !== personId,
    hasProvider: provider.testedAt !== null && link !== undefined,
  }
}

const selectSession = prepare<{ hash: Buffer }>()((db, param) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('people as person', 'person.id', 'session.person_id')
    .leftJoin('partners as partner', 'partner.id', 'person.partner_id')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'person.partner_id')
    .leftJoin('distributors as distributor', 'distributor.id', 'person.distributor_id')
    .leftJoin('partner_visits as visit', 'visit.session_id', 'session.id')
    .leftJoin('partners as visited', 'visited.id', 'visit.partner_id')
    .leftJoin('subscriptions as visited_subscription', 'visited_subscription.partner_id', 'visited.id')
    .select([
      'session.id as sessionId',
      'session.seen_at as seenAt',
      'session.idle_until as idleUntil',
      'session.ends_at as endsAt',
      'session.strong_until as strongUntil',
      'session.needs_factor as needsFactor',
      'person.id as personId',
      'person.email',
      'person.name',
      'person.role',
      'person.status as personStatus',
      'partner.id as partnerId',
      'partner.company as partnerName',
      'partner.status as partnerStatus',
      'partner.distributor_id as partnerDistributorId',
      'partner.plan',
      'subscription.status as subscriptionStatus',
      'distributor.id as distributorId',
      'distributor.company as distributorName',
      'distributor.status as distributorStatus',
      'visit.id as visitId',
      'visit.may_act as visitMayAct',
      'visit.ends_at as visitEndsAt',
      'visited.id as visitedId',
      'visited.company as visitedName',
      'visited.status as visitedStatus',
      'visited.distributor_id as visitedDistributorId',
      'visited.plan as visitedPlan',
      'visited_subscription.status as visitedSubscriptionStatus',
    ])
    .select((eb) => eb.fn.coalesce('partner.requires_factor', 'distributor.requires_factor').as('requiresFactor'))
    .where('session.hash', '=', param('hash')),
)

/** A session with its person and their account. */
export async function findSession(db: Connection, hash: Buffer) {
  const [row] = await selectSession(db, { hash })
  return row
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function updateSessionSeen(db: Connection, hash: Buffer, at: Date, idleUntil: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: at, idle_until: idleUntil }).where('hash', '=', hash).execute()
}

/** Replaces the token of a session; false if there is no such session. */
export async function updateSessionToken(
  tx: Connection,
  id: string,
  { hash, strongUntil }: { hash: Buffer; strongUntil: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ hash, strong_until: strongUntil })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the sessions of a person beyond the newest `max`. */
export async function deleteOldestSessions(tx: Connection, personId: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where hash in (
      select hash from sessions where person_id = ${personId} order by created_at desc, id desc offset ${max})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the session with this token; returns its person. */
export async function deleteSessionByHash(
  tx: Connection,
  hash: Buffer,
): Promise<{ id: string; personId: string } | undefined> {
  return await tx
    .deleteFrom('sessions')
    .where('hash', '=', hash)
    .returning(['id', 'person_id as personId'])
    .executeTakeFirst()
}

/** Deletes all sessions of a person or of an account's people; returns how many. */
export async function deleteSessionsOf(
  tx: Connection,
  column: 'id' | 'partner_id' | 'distributor_id',
  value: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('person_id', 'in', (eb) => eb.selectFrom('people').select('id').where(column, '=', value))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes at most `max` sessions that have ended; returns how many. */
export async function deleteEndedSessionRows(db: Connection, at: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where hash = any(array(
      select hash from sessions where idle_until <= ${at} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Notifies every process that listens, when the transaction commits. */
export async function notifyOfEnd(tx: Connection, channel: string, message: Record<string, string>): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(tx)
}

/** The sessions of a person that have not ended, the one that was used last first. */
export async function listSessionRows(db: Connection, personId: string, at: Date) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'seen_at as seenAt', 'ends_at as endsAt', 'address', 'agent'])
    .where('person_id', '=', personId)
    .where('idle_until', '>', at)
    .where('ends_at', '>', at)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes a session of a person; false if there is none. */
export async function deleteSessionById(tx: Connection, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the sessions of a person except one; returns their ids. */
export async function deleteSessionsExcept(tx: Connection, personId: string, id: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '<>', id)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
