import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { QuestionnaireSessions } from '../../../platform/database/tables.gen.ts'

/** Recipients with what their link leads to, without those of suspended partners and of replaced invitations. */
const selectRecipients = (db: Connection) =>
  db
    .selectFrom('questionnaire_recipients as recipient')
    .innerJoin('questionnaire_invitations as invitation', 'invitation.id', 'recipient.invitation_id')
    .innerJoin('customers as customer', 'customer.id', 'invitation.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'customer.partner_id')
    .select([
      'recipient.id as recipientId',
      'recipient.email',
      'recipient.invited_by as invitedBy',
      'recipient.section',
      'recipient.code_asked_at as codeAskedAt',
      'invitation.id',
      'invitation.customer_id as customerId',
      'invitation.product',
      'invitation.due_at as dueAt',
      'invitation.closed_at as closedAt',
      'customer.name as customerName',
      'customer.questionnaire_recipients as recipients',
      'partner.id as partnerId',
      'partner.distributor_id as distributorId',
      'partner.company as partnerName',
    ])
    .where('partner.status', '<>', 'suspended')
    .where(sql<boolean>`invitation.ended is distinct from 'replaced'`)

export type RecipientRow = Awaited<ReturnType<ReturnType<typeof selectRecipients>['executeTakeFirstOrThrow']>>

/** The recipient of a link. Its token is the authorization. */
export async function findRecipientOfLink(db: Connection, hash: Buffer, at: Date): Promise<RecipientRow | undefined> {
  return await selectRecipients(db)
    .innerJoin('questionnaire_links as link', 'link.recipient_id', 'recipient.id')
    .where('link.hash', '=', hash)
    .where('link.expires_at', '>', at)
    .executeTakeFirst()
}

/**
 * All questionnaires of the customer that the person behind a recipient is asked to complete, the newest first. Leaves out
 * those that were completed before a time.
 */
export async function listRecipientsOfPerson(
  db: Connection,
  { customerId, email }: Pick<RecipientRow, 'customerId' | 'email'>,
  closedAfter: Date,
): Promise<RecipientRow[]> {
  return await selectRecipients(db)
    .where('invitation.customer_id', '=', customerId)
    .where(sql<boolean>`lower(recipient.email) = lower(${email})`)
    .where((eb) => eb.or([eb('invitation.closed_at', 'is', null), eb('invitation.closed_at', '>', closedAfter)]))
    .orderBy('invitation.id', 'desc')
    .execute()
}

export async function findRecipient(db: Connection, id: number): Promise<RecipientRow | undefined> {
  return await selectRecipients(db).where('recipient.id', '=', id).executeTakeFirst()
}

/** The recipient of an invitation who has this address. */
export async function findRecipientByAddress(
  db: Connection,
  invitationId: string,
  address: string,
): Promise<RecipientRow | undefined> {
  return await selectRecipients(db)
    .where('invitation.id', '=', invitationId)
    .where(sql<boolean>`lower(recipient.email) = lower(${address})`)
    .executeTakeFirst()
}

/** Records that a recipient requests a code; false if it has requested `max` since a time. */
export async function updateCodeAsked(
  tx: Connection,
  id: number,
  at: Date,
  limit: { since: Date; max: number },
): Promise<boolean> {
  const { since, max } = limit
  const isNew = sql<boolean>`(codes_since is null or codes_since <= ${since})`
  const row = await tx
    .updateTable('questionnaire_recipients')
    .set({
      code_asked_at: at,
      codes_since: sql`case when ${isNew} then ${at}::timestamptz else codes_since end`,
      codes: sql`case when ${isNew} then 1 else codes + 1 end`,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([isNew, eb('codes', '<', max)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the recipient's code, replacing the one before. */
export async function updateCode(db: Connection, id: number, hash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('questionnaire_recipients')
    .set({ code_hash: hash, code_expires_at: expiresAt, code_tries: 0 })
    .where('id', '=', id)
    .execute()
}

/** Counts a try and returns the hash to compare with; undefined if there is no valid code. */
export async function updateCodeTried(db: Connection, id: number, at: Date, max: number): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('questionnaire_recipients')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_expires_at', '>', at)
    .where('code_tries', '<', max)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? undefined
}

/** Consumes a code; false if another request has just done so. */
export async function claimCode(tx: Connection, id: number, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('questionnaire_recipients')
    .set({ code_hash: null, code_expires_at: null, code_asked_at: null, code_tries: 0 })
    .where('id', '=', id)
    .where('code_hash', '=', hash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSession(tx: Connection, row: Insertable<QuestionnaireSessions>): Promise<void> {
  await tx.insertInto('questionnaire_sessions').values(row).execute()
}

export async function hasSession(db: Connection, hash: Buffer, linkHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('questionnaire_sessions')
    .select('hash')
    .where('hash', '=', hash)
    .where('link_hash', '=', linkHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that there are answers to notify the partner of. */
export async function updateChanged(tx: Connection, invitationId: string, at: Date): Promise<void> {
  await tx
    .updateTable('questionnaire_invitations')
    .set({ changed_at: at, untold: true })
    .where('id', '=', invitationId)
    .execute()
}

/** Locks the invitation and counts the colleagues who were asked for help. */
export async function countColleagues(tx: Connection, invitationId: string): Promise<number> {
  await tx.selectFrom('questionnaire_invitations').select('id').where('id', '=', invitationId).forUpdate().execute()
  const { n } = await tx
    .selectFrom('questionnaire_recipients')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('invitation_id', '=', invitationId)
    .where('invited_by', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts a colleague; undefined if the address has been asked before. */
export async function insertColleague(
  tx: Connection,
  row: { invitation_id: string; email: string; invited_by: string; section: string | null },
): Promise<number | undefined> {
  const added = await tx
    .insertInto('questionnaire_recipients')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Deletes at most `max` sessions or links that expired before a time; returns how many. */
export async function deleteExpired(
  db: Connection,
  table: 'questionnaire_sessions' | 'questionnaire_links',
  at: Date,
  max: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where hash = any(array(
      select hash from ${sql.table(table)} where expires_at <= ${at} limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
