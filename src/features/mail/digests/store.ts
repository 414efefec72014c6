import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Role } from '../../../shared/actor.ts'

/** The time zones that people have chosen; null: none, so mails use UTC. */
export async function listTimeZones(db: Connection): Promise<(string | null)[]> {
  const rows = await db.selectFrom('people').select('time_zone').distinct().where('status', '=', 'active').execute()
  return rows.map(({ time_zone }) => time_zone)
}

export interface DueReader {
  id: string
  email: string
  role: Role
  /** null: not chosen. */
  choice: boolean | null
  partnerId: string | null
  distributorId: string | null
  contact: string
  company: string
}

/** People of active accounts in a time zone who have had no digest of the week that begins on `monday`, after one id. */
export async function listDueReaders(
  db: Connection,
  { timeZone, monday, until }: { timeZone: string | null; monday: string; until: Date },
  afterId: string,
  max: number,
): Promise<DueReader[]> {
  const { rows } = await sql<DueReader>`
    select person.id, person.email, person.role, chosen.is_wanted as choice, person.partner_id as "partnerId",
      person.distributor_id as "distributorId", coalesce(partner.email, distributor.email) as contact,
      coalesce(partner.company, distributor.company) as company
    from people as person
    left join partners as partner on partner.id = person.partner_id
    left join distributors as distributor on distributor.id = person.distributor_id
    left join notification_choices as chosen on chosen.person_id = person.id and chosen.topic = 'weekly-digest'
    where person.id > ${afterId} and person.status = 'active' and coalesce(partner.status, distributor.status) = 'active'
      and person.time_zone is not distinct from ${timeZone} and person.created_at < ${until}
      and (person.digested_week is null or person.digested_week < ${monday}::date)
    order by person.id limit ${max}`.execute(db)
  return rows
}

/** Marks the week as done for a person; false if another worker was faster. */
export async function claimWeek(tx: Connection, personId: string, monday: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update people set digested_week = ${monday}::date
    where id = ${personId} and (digested_week is null or digested_week < ${monday}::date)`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Records which customers the digest of a person names that was queued at a time; returns how many of them still exist. */
export async function insertMentions(
  tx: Connection,
  { personId, at, customerIds }: { personId: string; at: Date; customerIds: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into mail_mentions (mail_id, customer_id)
    select mail.id, customer.id from mails as mail, customers as customer
    where mail.kind = 'weekly-digest' and mail.about_id = ${personId} and mail.created_at = ${at}
      and customer.id = any(${customerIds}::text[])
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Clears the text of that digest. */
export async function updateUnwritten(tx: Connection, personId: string, at: Date): Promise<void> {
  await sql`
    update mails set text = null, html = null
    where kind = 'weekly-digest' and about_id = ${personId} and created_at = ${at}`.execute(tx)
}
