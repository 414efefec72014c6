import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Invitations } from '../../../platform/database/tables.gen.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'

export type InvitationRow = Selectable<Invitations>

const selectOf = (db: Connection, account: PeopleAccount) => {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return db
    .selectFrom('invitations')
    .selectAll()
    .$if(partner_id !== null, (query) => query.where('partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('distributor_id', '=', distributor_id))
}

export async function listInvitationRows(db: Connection, account: PeopleAccount): Promise<InvitationRow[]> {
  return await selectOf(db, account).orderBy('created_at').orderBy('id').execute()
}

/** People and open invitations of an account. */
export async function countPeople(db: Connection, account: PeopleAccount, at: Date): Promise<number> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from people where partner_id = ${partner_id} or distributor_id = ${distributor_id}) +
    (select count(*) from invitations
      where (partner_id = ${partner_id} or distributor_id = ${distributor_id}) and ends_at > ${at}) as n`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export async function findInvitationByEmail(
  db: Connection,
  account: PeopleAccount,
  email: string,
): Promise<InvitationRow | undefined> {
  return await selectOf(db, account)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/** Locks an invitation of an account. */
export async function lockInvitation(
  tx: Connection,
  account: PeopleAccount,
  id: string,
): Promise<InvitationRow | undefined> {
  return await selectOf(tx, account).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks an invitation of any account. */
export async function lockAnyInvitation(tx: Connection, id: string): Promise<InvitationRow | undefined> {
  return await tx.selectFrom('invitations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function findInvitationById(db: Connection, id: string): Promise<InvitationRow | undefined> {
  return await db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findInvitationByHash(db: Connection, hash: Buffer): Promise<InvitationRow | undefined> {
  return await db.selectFrom('invitations').selectAll().where('hash', '=', hash).executeTakeFirst()
}

export async function insertInvitation(tx: Connection, row: Insertable<Invitations>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute()
}

export async function updateInvitation(
  tx: Connection,
  id: string,
  change: { hash?: Buffer | null; ends_at: Date },
): Promise<void> {
  await tx.updateTable('invitations').set(change).where('id', '=', id).execute()
}

/** Deletes an invitation; false if it is gone. */
export async function deleteInvitationRow(tx: Connection, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes at most `max` invitations that ended before a time; returns how many. */
export async function deleteInvitationsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitations where id = any(array(
      select id from invitations where ends_at <= ${before} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
