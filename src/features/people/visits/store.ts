import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { PartnerVisits } from '../../../platform/database/tables.gen.ts'

export async function insertVisit(tx: Connection, row: Insertable<PartnerVisits>): Promise<void> {
  await tx.insertInto('partner_visits').values(row).execute()
}

/** Whether a visit to the partner has started since a time. */
export async function hasVisitSince(db: Connection, partnerId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('partner_visits')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('started_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A visit that has just ended. */
export interface EndedVisit {
  id: string
  partnerId: string
  distributorId: string
  personId: string
}

const ENDED = ['id', 'partner_id as partnerId', 'distributor_id as distributorId', 'person_id as personId'] as const

/** Ends the visit of a session, or all of a partner. */
export async function updateVisitsEnded(
  tx: Connection,
  column: 'session_id' | 'partner_id',
  value: string,
  at: Date,
): Promise<EndedVisit[]> {
  return await tx
    .updateTable('partner_visits')
    .set({ ended_at: at, session_id: null })
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .returning(ENDED)
    .execute()
}

/** Ends at most `max` visits whose time is over, or whose session has ended. */
export async function updateOverdueVisits(tx: Connection, at: Date, max: number): Promise<EndedVisit[]> {
  const { rows } = await sql<EndedVisit>`
    update partner_visits set ended_at = least(ends_at, ${at}), session_id = null where id = any(array(
      select id from partner_visits where ended_at is null and (ends_at <= ${at} or session_id is null)
      limit ${max} for update skip locked))
    returning id, partner_id as "partnerId", distributor_id as "distributorId", person_id as "personId"`.execute(tx)
  return rows
}

/** Deletes at most `max` visits that ended before a time; returns how many. */
export async function deleteVisitsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from partner_visits where id = any(array(
      select id from partner_visits where ended_at < ${before} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The visits to a partner that are active or have ended since a time, newest first. */
export async function listVisitRows(db: Connection, partnerId: string, since: Date, max: number) {
  return await db
    .selectFrom('partner_visits as visit')
    .innerJoin('distributors as distributor', 'distributor.id', 'visit.distributor_id')
    .select([
      'visit.id',
      'distributor.company',
      'visit.person_name as name',
      'visit.reason',
      'visit.may_act as mayAct',
      'visit.started_at as startedAt',
      'visit.ends_at as endsAt',
      'visit.ended_at as endedAt',
    ])
    .where('visit.partner_id', '=', partnerId)
    // None lasts longer than an hour, so that the index on the start suffices.
    .where('visit.started_at', '>', since)
    .orderBy('visit.started_at', 'desc')
    .limit(max)
    .execute()
}
