import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../app.ts'
import { isId } from '../../../shared/ids.ts'
import { text } from '../../../shared/json.ts'
import { isPlan } from '../../../shared/plans.ts'
import { findContact } from '../../accounts/service.ts'
import { isNotifiedAction, type NotifiedAction } from '../../audit/rules.ts'
import { findChange, type StoredChange } from '../../audit/service.ts'
import { findCustomerName, listReceivers } from '../../customers/service.ts'
import { isAwaitingActivation } from '../../partners/activation/service.ts'
import { findNamedInvitation, listInvitees } from '../../questionnaires/invitations/service.ts'
import { CODE_MINUTES } from '../../questionnaires/visits/rules.ts'
import { createCode } from '../../questionnaires/visits/service.ts'
import { findReportDigest } from '../../reports/service.ts'
import type { NewMail } from '../outbox/rules.ts'
import { hasMailsOfChange } from '../outbox/store.ts'
import { queueMails } from '../sending/service.ts'
import { subjectOfActivation } from '../templates/activation.ts'
import { writeApprovalMissing } from '../templates/approval-missing.ts'
import { type KeyNews, writeKeyCreated, writeKeyRevoked } from '../templates/key-changed.ts'
import { type PlanTerms, writePlanChanged } from '../templates/plan-changed.ts'
import {
  subjectOfInvitation,
  subjectOfReminder,
  writeQuestionnaireAnswered,
  writeQuestionnaireCode,
} from '../templates/questionnaire.ts'
import { writeReportReady } from '../templates/report-ready.ts'
import { writeWebhookFailing } from '../templates/webhook-failing.ts'

/** Who is written to, and what, when a change was made; nobody where it has been overtaken. */
const WRITERS: Readonly<Record<NotifiedAction, (app: App, change: StoredChange) => Promise<NewMail[]>>> = {
  'partner.created': announceInvitation,
  'partner.invited': announceInvitation,
  'assessment.completed': announceReportReady,
  'approval.missing': announceApprovalMissing,
  'key.created': (app, change) => announceKeyChanged(app, change, 'key-created'),
  'key.revoked': (app, change) => announceKeyChanged(app, change, 'key-revoked'),
  'plan.changed': announcePlanChanged,
  'webhook.failing': announceWebhookFailing,
  'questionnaire.invited': (app, change) => announceQuestionnaire(app, change, 'questionnaire-invitation'),
  'questionnaire.reminded': (app, change) => announceQuestionnaire(app, change, 'questionnaire-reminder'),
  'questionnaire.shared': (app, change) => announceQuestionnaire(app, change, 'questionnaire-invitation'),
  'questionnaire.answered': announceAnswered,
  'code.requested': announceCode,
}

/** Queues the mails that tell of a change; called for the same change again, it queues none. */
export async function notifyOfChange(app: App, changeId: number): Promise<void> {
  const change = await findChange(app, changeId)
  if (!change || !isNotifiedAction(change.action) || (await hasMailsOfChange(app.db, changeId))) return
  const mails = await WRITERS[change.action](app, change)
  const { author } = change
  const cause = { changeId, ...(author.kind === 'distributor' && { causedBy: author.id }) }
  if (mails.length > 0) await app.db.transaction().execute((tx) => queueMails(app, tx, cause, mails))
}

async function announceInvitation(app: App, { subject: partnerId }: StoredChange): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  // Made active at once by the operator, or no longer pending: there is nothing to activate.
  if (!partner || !(await isAwaitingActivation(app, partnerId))) return []
  const content = { subject: subjectOfActivation(partner.company) }
  return [{ kind: 'activation', to: partner.email, owner: { partnerId, distributorId: null }, content }]
}

async function announceReportReady(app: App, { subject: runId, owner, after }: StoredChange): Promise<NewMail[]> {
  const { partnerId } = owner
  const customerId = text(after.customerId)
  if (partnerId === null || customerId === undefined) return []
  const receivers = await listReceivers(app, partnerId, customerId)
  const digest = receivers.length > 0 ? await findReportDigest(app, runId) : undefined
  if (!digest) return []
  const content = writeReportReady(digest)
  return receivers.map((to) => ({
    kind: 'report-ready',
    to,
    owner: { partnerId, distributorId: null },
    customerId,
    content,
  }))
}

async function announceApprovalMissing(
  app: App,
  { subject: customerId, owner, after, at }: StoredChange,
): Promise<NewMail[]> {
  const { partnerId } = owner
  if (partnerId === null) return []
  const partner = await findContact(app, partnerId)
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (!partner || customerName === undefined) return []
  const [tenantId, runId] = [text(after.tenantId) ?? '', text(after.runId) ?? '']
  const content = writeApprovalMissing({ company: partner.company, customerName, tenantId, runId, at })
  const mailOwner = { partnerId, distributorId: null }
  return [{ kind: 'approval-missing', to: partner.email, owner: mailOwner, customerId, content }]
}

async function announceKeyChanged(
  app: App,
  change: StoredChange,
  kind: 'key-created' | 'key-revoked',
): Promise<NewMail[]> {
  const { subject: accountId, after, author, at } = change
  const account = await findContact(app, accountId)
  if (!account) return []
  const news: KeyNews = {
    company: account.company,
    prefix: text(after.prefix) ?? '',
    last4: text(after.last4) ?? '',
    slot: Number(after.slot),
    by: await nameAuthor(app, change),
    address: author.address,
    at,
  }
  const content =
    kind === 'key-created' ? writeKeyCreated(news) : writeKeyRevoked({ ...news, reason: text(after.reason) ?? '' })
  return [{ kind, to: account.email, owner: ownOf(accountId), content }]
}

/** The account alone, also where the change was told to its distributor as well. */
const ownOf = (accountId: string): NewMail['owner'] =>
  isId('prt', accountId) ? { partnerId: accountId, distributorId: null } : { partnerId: null, distributorId: accountId }

async function announcePlanChanged(app: App, change: StoredChange): Promise<NewMail[]> {
  const { partnerId } = change.owner
  const [before, after] = [readTerms(change.before), readTerms(change.after)]
  const partner = partnerId === null ? undefined : await findContact(app, partnerId)
  if (partnerId === null || !partner || !before || !after || isDeepStrictEqual(before, after)) return []
  const { company, email } = partner
  const content = writePlanChanged({ company, before, after, by: await nameAuthor(app, change), at: change.at })
  return [{ kind: 'plan-changed', to: email, owner: { partnerId, distributorId: null }, content }]
}

async function announceWebhookFailing(app: App, { after, subject, at }: StoredChange): Promise<NewMail[]> {
  const accountId = text(after.accountId) ?? ''
  const account = await findContact(app, accountId)
  if (!account) return []
  const content = writeWebhookFailing({
    company: account.company,
    webhookId: subject,
    url: text(after.url) ?? '',
    failingSince: new Date(text(after.failingSince) ?? at),
    ...(typeof after.lastDeliveredAt === 'string' && { lastDeliveredAt: new Date(after.lastDeliveredAt) }),
    pending: Number(after.pending),
    failed: Number(after.failed),
  })
  return [{ kind: 'webhook-failing', to: account.email, owner: ownOf(accountId), content }]
}

function readTerms(state: StoredChange['after']): PlanTerms | undefined {
  const plan = text(state.plan) ?? ''
  return isPlan(plan) ? { plan, billing: text(state.billing), currency: text(state.currency) } : undefined
}

async function announceQuestionnaire(
  app: App,
  { subject: invitationId, after }: StoredChange,
  kind: 'questionnaire-invitation' | 'questionnaire-reminder',
): Promise<NewMail[]> {
  const { recipientId } = after
  const invitees = await listInvitees(app, invitationId, typeof recipientId === 'number' ? recipientId : undefined)
  const subject = kind === 'questionnaire-reminder' ? subjectOfReminder : subjectOfInvitation
  return invitees.map(({ email: to, partnerId, customerId, ...news }) => ({
    kind,
    to,
    owner: { partnerId, distributorId: null },
    customerId,
    content: { subject: subject(news) },
  }))
}

async function announceCode(app: App, { after }: StoredChange): Promise<NewMail[]> {
  const issued = typeof after.recipientId === 'number' ? await createCode(app, after.recipientId) : undefined
  if (!issued) return []
  const { email: to, partnerId, customerId } = issued
  const content = writeQuestionnaireCode({ ...issued, minutes: CODE_MINUTES })
  return [{ kind: 'questionnaire-code', to, owner: { partnerId, distributorId: null }, customerId, content }]
}

async function announceAnswered(app: App, { subject: invitationId, after, at }: StoredChange): Promise<NewMail[]> {
  const invitation = await findNamedInvitation(app, invitationId)
  const partner = invitation && (await findContact(app, invitation.partnerId))
  if (!partner) return []
  const { partnerId, customerId } = invitation
  const [answered, of] = [Number(after.answered), Number(after.of)]
  const content = writeQuestionnaireAnswered({ ...invitation, answered, of, at })
  const owner = { partnerId, distributorId: null }
  return [{ kind: 'questionnaire-answered', to: partner.email, owner, customerId, content }]
}

/** Who made a change, in the eyes of the account that is told of it. */
async function nameAuthor(app: App, { author }: StoredChange): Promise<string> {
  if (author.kind === 'operator') return 'the operator of this service'
  if (author.kind === 'system') return 'this service'
  const account = await findContact(app, author.id)
  return account ? account.company : author.id
}
