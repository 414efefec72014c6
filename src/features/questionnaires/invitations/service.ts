import type { App } from '../../../app.ts'
import { findFramework, inCatalogueOrder } from '../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { hashToken, newToken } from '../../../shared/crypto/tokens.ts'
import { newId } from '../../../shared/ids.ts'
import { type Change, recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { openCount } from '../answers/rules.ts'
import type { Subject } from '../answers/store.ts'
import { getProgress } from '../progress/service.ts'
import { upsertOpenQuestions } from '../progress/store.ts'
import {
  dueAt,
  isAdmitted,
  linkExpiry,
  minutesToAnswer,
  nextReminder,
  quietBefore,
  remindableBefore,
  remindTogetherUntil,
  staleBefore,
} from './rules.ts'
import {
  findInvitation,
  type Invitation,
  insertInvitation,
  insertLinks,
  insertRecipients,
  listCustomersOf,
  listOpenInvitations,
  listRecipients,
  lockInvitationsOf,
  lockInvitationToNotify,
  lockInvitationToRemind,
  lockOthersToRemind,
  type RecipientOfInvitation,
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
  const made = open === 0 ? undefined : await insertNewInvitation(tx, subject, at)
  // After the invitation, as everywhere: in another order, two transactions could wait for each other.
  await upsertOpenQuestions(tx, subject, open)
  if (!made) return []
  const after = { customerId, product, open, dueAt: dueAt(at) }
  const notice = { kind: 'questionnaire-invited' as const, partnerId, customerId, invitationId: made.id }
  return [{ action: 'questionnaire.invited', subject: made.id, owner: { partnerId, distributorId }, after, notice }]
}

/** Undefined if people are being asked already. */
async function insertNewInvitation(tx: Connection, subject: Subject, at: Date): Promise<{ id: string } | undefined> {
  await updateStaleInvitation(tx, subject, staleBefore(at), at)
  return await insertInvitation(tx, {
    id: newId('qst'),
    customer_id: subject.customerId,
    product: subject.product,
    created_at: at,
    due_at: dueAt(at),
    remind_at: nextReminder(at, 0, at),
  })
}

/** A questionnaire that somebody is asked to complete. */
export interface AskedQuestionnaire {
  productName: string
  dueAt: Date
  open: number
  /** How long the open questions take, roughly. */
  minutes: number
}

/** Somebody who gets an email about an invitation. */
export interface Invitee {
  email: string
  /** Only of a colleague: who asked for help. */
  invitedBy?: string
  customerId: string
  customerName: string
  partnerId: string
  partnerName: string
  /** In catalogue order, at least one. */
  questionnaires: readonly AskedQuestionnaire[]
}

/**
 * Everybody who is invited, or only the recipient with the id `only`. Nobody if the invitation is closed, its partner is
 * suspended, or no question is open.
 */
export async function listInvitees(app: App, invitationId: string, only?: number): Promise<Invitee[]> {
  return await app.db.transaction().execute(async (tx) => {
    const invitation = await findInvitation(tx, invitationId)
    const asked = invitation && (await findAsked(app, tx, invitation))
    if (!asked) return []
    await insertRecipients(tx, invitationId, invitation.recipients)
    return (await listRecipients(tx, invitationId))
      .filter((recipient) => isAdmitted(recipient, invitation.recipients))
      .filter(({ id }) => only === undefined || id === only)
      .map((recipient) => toInvitee(invitation, recipient, [asked]))
  })
}

/**
 * The person with this address, asked by these invitations of one customer, with a new personal link, in the caller's
 * transaction; earlier links stay valid. Lists everything that the person is asked about the customer, because the link opens
 * all of it. Undefined if none of the invitations asks the person for anything any more.
 */
export async function createInvitationLink(
  app: App,
  tx: Connection,
  invitationIds: readonly string[],
  address: string,
): Promise<(Invitee & { url: string }) | undefined> {
  const [customerId] = await listCustomersOf(tx, invitationIds)
  if (customerId === undefined) return undefined
  const found: { invitation: Invitation; recipient: RecipientOfInvitation; asked: AskedQuestionnaire }[] = []
  for (const invitation of inCatalogueOrder(await listOpenInvitations(tx, customerId))) {
    const asked = await findAsked(app, tx, invitation)
    if (!asked) continue
    if (invitationIds.includes(invitation.id)) await insertRecipients(tx, invitation.id, invitation.recipients)
    const recipient = (await listRecipients(tx, invitation.id)).find(({ email }) => isSameAddress(email, address))
    if (recipient && isAdmitted(recipient, invitation.recipients)) found.push({ invitation, recipient, asked })
  }
  const first = found.find(({ invitation }) => invitationIds.includes(invitation.id))
  if (!first) return undefined
  const token = newToken()
  await insertLinks(tx, [
    { hash: hashToken(token), recipient_id: first.recipient.id, expires_at: linkExpiry(app.now()) },
  ])
  const questionnaires = found.map(({ asked }) => asked)
  return { ...toInvitee(first.invitation, first.recipient, questionnaires), url: `${app.appUrl}/q/${token}` }
}

/** What an invitation asks; undefined if it is closed or no question is open. */
async function findAsked(app: App, tx: Connection, invitation: Invitation): Promise<AskedQuestionnaire | undefined> {
  const framework = findFramework(invitation.product)
  if (!framework || invitation.closedAt !== null) return undefined
  const open = openCount(await getProgress(app, tx, invitation, app.now()))
  if (open === 0) return undefined
  return { productName: framework.name, dueAt: invitation.dueAt, open, minutes: minutesToAnswer(framework, open) }
}

function toInvitee(
  { customerId, customerName, partnerId, partnerName }: Invitation,
  { email, invitedBy }: RecipientOfInvitation,
  questionnaires: readonly AskedQuestionnaire[],
): Invitee {
  const about = { customerId, customerName, partnerId, partnerName, questionnaires }
  return { ...about, email, ...(invitedBy !== null && { invitedBy }) }
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Sends the reminders that are due. Closes invitations for which no question is open any more. */
export async function remindRecipients(app: App): Promise<void> {
  const at = app.now()
  while (await remindOfOne(app, at));
}

async function remindOfOne(app: App, at: Date): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const first = await lockInvitationToRemind(tx, at)
    if (!first) return false
    const others = await lockOthersToRemind(tx, first, remindTogetherUntil(at))
    const changes: Change[] = []
    for (const invitation of [first, ...others]) changes.push(...(await remindOf(app, tx, invitation, at)))
    await recordChanges(tx, SYSTEM_AUTHOR, at, changes)
    return true
  })
}

/** The change to record; none if the invitation is closed now, because no question is open any more. */
async function remindOf(app: App, tx: Connection, invitation: Invitation, at: Date): Promise<Change[]> {
  const { id, partnerId, customerId, product, createdAt } = invitation
  const open = openCount(await getProgress(app, tx, invitation, at))
  await upsertOpenQuestions(tx, invitation, open)
  if (open === 0) {
    await updateAnsweredInvitation(tx, invitation, at)
    return []
  }
  const reminders = invitation.reminders + 1
  await updateReminders(tx, id, { reminders, remind_at: nextReminder(createdAt, reminders, at), reminded_at: at })
  const after = { customerId, product, open, reminders }
  const notice = { kind: 'questionnaire-reminded' as const, partnerId, customerId, invitationId: id }
  return [{ action: 'questionnaire.reminded', subject: id, owner: ownerOf(invitation), after, notice }]
}

/**
 * Reminds the people who are asked about these customers now, in the caller's transaction, except those who got an email about it
 * within a day. Returns for how many customers.
 */
export async function remindByHand(
  app: App,
  tx: Connection,
  actor: Actor,
  { product, customerIds }: { product: string; customerIds: readonly string[] },
): Promise<number> {
  const at = app.now()
  const wanted = { product, customerIds, before: remindableBefore(at) }
  const changes: Change[] = []
  for (const invitation of await lockInvitationsOf(tx, actor.partnerId, wanted))
    changes.push(...(await remindOf(app, tx, invitation, at)))
  await recordChanges(tx, actor, at, changes)
  return changes.length
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
  const data = { customerId, partnerId, product, ...progress, notifiedAt: at.toISOString() }
  const event = { type: 'questionnaire.answered' as const, data }
  await recordChanges(tx, author, at, [
    { action: 'questionnaire.answered', subject: id, owner: ownerOf(invitation), after, notice, event },
  ])
}

/** An invitation with the names for an email to the partner; undefined if it is gone or the partner is suspended. */
export async function findNamedInvitation(
  app: App,
  id: string,
): Promise<(Invitation & { productName: string }) | undefined> {
  const invitation = await findInvitation(app.db, id)
  return invitation && { ...invitation, productName: nameProduct(invitation) }
}

const nameProduct = ({ product }: { product: string }): string => findFramework(product)?.name ?? product
