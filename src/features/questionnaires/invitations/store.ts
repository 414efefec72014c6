import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { QuestionnaireInvitations, QuestionnaireLinks } from '../../../platform/database/tables.gen.ts'
import type { Subject } from '../answers/store.ts'

/** The open invitation for a customer and product, if there is one. */
export async function findOpenInvitation(db: Connection, { partnerId, customerId, product }: Subject) {
  return await db
    .selectFrom('questionnaire_invitations as invitation')
    .innerJoin('customers as customer', 'customer.id', 'invitation.customer_id')
    .select([
      'invitation.id',
      'invitation.created_at as createdAt',
      'invitation.due_at as dueAt',
      'invitation.reminders',
    ])
    .where('customer.partner_id', '=', partnerId)
    .where('invitation.customer_id', '=', customerId)
    .where('invitation.product', '=', product)
    .where('invitation.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the open invitation. */
export async function lockOpenInvitation(tx: Connection, { customerId, product }: Subject): Promise<void> {
  await tx
    .selectFrom('questionnaire_invitations')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('closed_at', 'is', null)
    .forUpdate()
    .execute()
}

/** Closes the open invitation, if there is one, because every question has been answered. */
export async function updateAnsweredInvitation(
  tx: Connection,
  { customerId, product }: Subject,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('questionnaire_invitations')
    .set({ closed_at: at, ended: 'answered' })
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('closed_at', 'is', null)
    .execute()
}

/** Inserts the open invitation of a customer and product; undefined if there is one already. */
export async function insertInvitation(tx: Connection, row: Insertable<QuestionnaireInvitations>) {
  return await tx
    .insertInto('questionnaire_invitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'product']).where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Closes an open invitation that was created before a time, so that a new one can replace it. */
export async function updateStaleInvitation(
  tx: Connection,
  { customerId, product }: Subject,
  before: Date,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('questionnaire_invitations')
    .set({ closed_at: at, ended: 'replaced' })
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .where('closed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** Invitations with the names that mails need, without those of suspended partners. */
const selectInvitations = (db: Connection) =>
  db
    .selectFrom('questionnaire_invitations as invitation')
    .innerJoin('customers as customer', 'customer.id', 'invitation.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'customer.partner_id')
    .select([
      'invitation.id',
      'invitation.customer_id as customerId',
      'invitation.product',
      'invitation.created_at as createdAt',
      'invitation.due_at as dueAt',
      'invitation.closed_at as closedAt',
      'invitation.reminders',
      'customer.name as customerName',
      'customer.questionnaire_recipients as recipients',
      'partner.id as partnerId',
      'partner.distributor_id as distributorId',
      'partner.company as partnerName',
    ])
    .where('partner.status', '<>', 'suspended')

export type Invitation = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

/** An invitation of any partner: the id comes from our own records. */
export async function findInvitation(db: Connection, id: string): Promise<Invitation | undefined> {
  return await selectInvitations(db).where('invitation.id', '=', id).executeTakeFirst()
}

/** The customers of these invitations, which come from our own records. */
export async function listCustomersOf(db: Connection, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('questionnaire_invitations')
    .select('customer_id')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** The open invitations of a customer, one for each product. */
export async function listOpenInvitations(db: Connection, customerId: string): Promise<Invitation[]> {
  return await selectInvitations(db)
    .where('invitation.customer_id', '=', customerId)
    .where('invitation.closed_at', 'is', null)
    .execute()
}

/** Locks an open invitation whose reminder is due; skips locked ones. */
export async function lockInvitationToRemind(tx: Connection, at: Date): Promise<Invitation | undefined> {
  return await selectInvitations(tx)
    .where('invitation.closed_at', 'is', null)
    .where('invitation.remind_at', '<=', at)
    .orderBy('invitation.remind_at')
    .limit(1)
    .forUpdate('invitation')
    .skipLocked()
    .executeTakeFirst()
}

/** Locks the other open invitations of its customer whose reminders are due by a time; skips locked ones. */
export async function lockOthersToRemind(
  tx: Connection,
  { id, customerId }: Pick<Invitation, 'id' | 'customerId'>,
  until: Date,
): Promise<Invitation[]> {
  return await selectInvitations(tx)
    .where('invitation.customer_id', '=', customerId)
    .where('invitation.id', '<>', id)
    .where('invitation.closed_at', 'is', null)
    .where('invitation.remind_at', '<=', until)
    .orderBy('invitation.id')
    .forUpdate('invitation')
    .skipLocked()
    .execute()
}

/** Locks the partner's open invitations for a product, of these customers, about which nobody got an email since a time; skips locked ones. */
export async function lockInvitationsOf(
  tx: Connection,
  partnerId: string,
  { product, customerIds, before }: { product: string; customerIds: readonly string[]; before: Date },
): Promise<Invitation[]> {
  return await selectInvitations(tx)
    .where('customer.partner_id', '=', partnerId)
    .where('invitation.customer_id', '=', sql<string>`any(${customerIds}::text[])`)
    .where('invitation.product', '=', product)
    .where('invitation.closed_at', 'is', null)
    .where(sql<Date>`coalesce(invitation.reminded_at, invitation.created_at)`, '<=', before)
    .orderBy('invitation.id')
    .forUpdate('invitation')
    .skipLocked()
    .execute()
}

/** Locks an invitation with answers that the partner has not been notified of, the last of them before a time; skips locked ones. */
export async function lockInvitationToNotify(tx: Connection, before: Date): Promise<Invitation | undefined> {
  return await selectInvitations(tx)
    .where('invitation.untold', '=', true)
    .where('invitation.changed_at', '<=', before)
    .orderBy('invitation.changed_at')
    .limit(1)
    .forUpdate('invitation')
    .skipLocked()
    .executeTakeFirst()
}

export async function updateReminders(
  tx: Connection,
  id: string,
  change: { reminders: number; remind_at: Date | null; reminded_at: Date },
): Promise<void> {
  await tx.updateTable('questionnaire_invitations').set(change).where('id', '=', id).execute()
}

/** Marks the partner as notified; false if there was nothing new. */
export async function updateNotified(tx: Connection, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('questionnaire_invitations')
    .set({ untold: false })
    .where('id', '=', id)
    .where('untold', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds recipients that the invitation does not have yet. */
export async function insertRecipients(tx: Connection, invitationId: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await tx
    .insertInto('questionnaire_recipients')
    .values(emails.map((email) => ({ invitation_id: invitationId, email })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type RecipientOfInvitation = Awaited<ReturnType<typeof listRecipients>>[number]

export async function listRecipients(db: Connection, invitationId: string) {
  return await db
    .selectFrom('questionnaire_recipients')
    .select(['id', 'email', 'invited_by as invitedBy'])
    .where('invitation_id', '=', invitationId)
    .orderBy('id')
    .execute()
}

export async function insertLinks(tx: Connection, rows: readonly Insertable<QuestionnaireLinks>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('questionnaire_links').values(rows).execute()
}
