import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { hashToken, newToken } from '../../../shared/crypto/tokens.ts'
import { newId } from '../../../shared/ids.ts'
import { type Change, recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { openCount } from '../answers/rules.ts'
import type { Subject } from '../answers/store.ts'
import { getProgress } from '../progress/service.ts'
import { dueAt, isAdmitted, linkExpiry, nextReminder, quietBefore, staleBefore } from './rules.ts'
import {
  findInvitation,
  type Invitation,
  insertInvitation,
  insertLinks,
  insertRecipients,
  listRecipients,
  lockInvitationToNotify,
  lockInvitationToRemind,
  updateAnsweredInvitation,
  updateNotified,
  updateReminders,
  updateStaleInvitation,
} from './store.ts'

const SYSTEM_AUTHOR: Principal = { kind: 'system', id: 'questionnaires' }

/**
 * Invites people to answer open questions when a run starts or has been completed, in its transaction, which must have
 * locked the customer.
 * Returns the change to record: none if nothing is open or an invitation is open already.
 */
export async function inviteForRun(
  app: App,
  tx: Connection,
  { distributorId, ...subject }: Subject & { distributorId: string | null },
  at: Date,
): Promise<Change[]> {
  const { partnerId, customerId, product } = subject
  const open = openCount(await getProgress(app, tx, subject, at))
  if (open === 0) return []
  await updateStaleInvitation(tx, subject, staleBefore(at), at)
  const made = await insertInvitation(tx, {
    id: newId('qst'),
    customer_id: customerId,
    product,
    created_at: at,
    due_at: dueAt(at),
    remind_at: nextReminder(at, 0, at),
  })
  if (!made) return []
  const after = { customerId, product, open, dueAt: dueAt(at) }
  const notice = { kind: 'questionnaire-invited' as const, partnerId, customerId, invitationId: made.id }
  return [{ action: 'questionnaire.invited', subject: made.id, owner: { partnerId, distributorId }, after, notice }]
}

/** Somebody who gets a mail about an invitation. The link is created when the mail is released. */
export interface Invitee {
  email: string
  /** Only of a colleague: who asked for help. */
  invitedBy?: string
  customerId: string
  customerName: string
  partnerId: string
  partnerName: string
  productName: string
  dueAt: Date
  open: number
}

/**
 * Everybody who is invited, or only the recipient with the id `only`. Nobody if the invitation is closed, its partner is
 * suspended, or no question is open.
 */
export async function listInvitees(app: App, invitationId: string, only?: number): Promise<Invitee[]> {
  return await app.db.transaction().execute(async (tx) => {
    const found = await findInvitees(app, tx, invitationId)
    return found.filter(({ id }) => only === undefined || id === only).map(({ id: _, ...invitee }) => invitee)
  })
}

/**
 * The invitee with a new personal link, in the caller's transaction; earlier links stay valid. Undefined if the address is
 * not, or no longer, invited.
 */
export async function createInvitationLink(
  app: App,
  tx: Connection,
  invitationId: string,
  address: string,
): Promise<(Invitee & { url: string }) | undefined> {
  const invitees = await findInvitees(app, tx, invitationId)
  const found = invitees.find(({ email }) => email.toLowerCase() === address.toLowerCase())
  if (!found) return undefined
  const { id, ...invitee } = found
  const token = newToken()
  await insertLinks(tx, [{ hash: hashToken(token), recipient_id: id, expires_at: linkExpiry(app.now()) }])
  return { ...invitee, url: `${app.appUrl}/q/${token}` }
}

async function findInvitees(app: App, tx: Connection, invitationId: string): Promise<(Invitee & { id: number })[]> {
  const invitation = await findInvitation(tx, invitationId)
  if (!invitation || invitation.closedAt !== null) return []
  const { customerId, customerName, partnerId, partnerName, dueAt } = invitation
  const open = openCount(await getProgress(app, tx, invitation, app.now()))
  if (open === 0) return []
  await insertRecipients(tx, invitationId, invitation.recipients)
  const productName = nameProduct(invitation)
  const about = { customerId, customerName, partnerId, partnerName, productName, dueAt, open }
  return (await listRecipients(tx, invitationId))
    .filter((recipient) => isAdmitted(recipient, invitation.recipients))
    .map(({ id, email, invitedBy }) => ({ ...about, id, email, ...(invitedBy !== null && { invitedBy }) }))
}

/** Sends the reminders that are due. Closes invitations for which no question is open any more. */
export async function remindRecipients(app: App): Promise<void> {
  const at = app.now()
  while (await remindOfOne(app, at));
}

async function remindOfOne(app: App, at: Date): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const invitation = await lockInvitationToRemind(tx, at)
    if (!invitation) return false
    const { id, partnerId, customerId, product, createdAt } = invitation
    const open = openCount(await getProgress(app, tx, invitation, at))
    if (open === 0) {
      await updateAnsweredInvitation(tx, invitation, at)
      return true
    }
    const reminders = invitation.reminders + 1
    await updateReminders(tx, id, { reminders, remind_at: nextReminder(createdAt, reminders, at) })
    const after = { customerId, product, open, reminders }
    const notice = { kind: 'questionnaire-reminded' as const, partnerId, customerId, invitationId: id }
    await recordChanges(tx, SYSTEM_AUTHOR, at, [
      { action: 'questionnaire.reminded', subject: id, owner: ownerOf(invitation), after, notice },
    ])
    return true
  })
}

/** Notifies partners of answers from recipients, once no further answer has come in for a while. */
export async function notifyOfQuietAnswers(app: App): Promise<void> {
  const at = app.now()
  while (await notifyOfNext(app, at));
}

async function notifyOfNext(app: App, at: Date): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const invitation = await lockInvitationToNotify(tx, quietBefore(at))
    if (!invitation) return false
    await notifyOfAnswers(app, tx, SYSTEM_AUTHOR, invitation, at)
    return true
  })
}

/** Notifies the partner of new answers, in the caller's transaction, if there are any. */
export async function notifyOfAnswers(
  app: App,
  tx: Connection,
  author: Principal,
  invitation: Pick<Invitation, 'id' | 'customerId' | 'product' | 'partnerId' | 'distributorId'>,
  at: Date,
): Promise<void> {
  const { id, partnerId, customerId, product } = invitation
  if (!(await updateNotified(tx, id))) return
  const progress = await getProgress(app, tx, invitation, at)
  const after = { customerId, product, ...progress }
  const about = { partnerId, customerId, invitationId: id }
  const notice = { kind: 'questionnaire-answered' as const, ...about, answered: progress.answered, of: progress.of }
  await recordChanges(tx, author, at, [
    { action: 'questionnaire.answered', subject: id, owner: ownerOf(invitation), after, notice },
  ])
}

/** An invitation with the names for a mail to the partner; undefined if it is gone or the partner is suspended. */
export async function findNamedInvitation(
  app: App,
  id: string,
): Promise<(Invitation & { productName: string }) | undefined> {
  const invitation = await findInvitation(app.db, id)
  return invitation && { ...invitation, productName: nameProduct(invitation) }
}

const nameProduct = ({ product }: { product: string }): string => findFramework(product)?.name ?? product
