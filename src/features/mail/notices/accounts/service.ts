import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../../app.ts'
import { isId } from '../../../../shared/ids.ts'
import { formatMoney } from '../../../../shared/money/amounts.ts'
import { findContact } from '../../../accounts/service.ts'
import type { NoticeAuthor, NoticeOf } from '../../../notices/schema.ts'
import { isAwaitingActivation } from '../../../partners/activation/service.ts'
import { getStatement } from '../../../settlement/service.ts'
import { getTerms } from '../../../settlement/terms/service.ts'
import type { MailContent, NewMail } from '../../outbox/rules.ts'
import { subjectOfActivation } from '../../templates/activation.ts'
import { type KeyNews, writeKeyCreated, writeKeyRevoked } from '../../templates/key-changed.ts'
import { writePaymentProblem } from '../../templates/payment-problem.ts'
import { writePlanChanged } from '../../templates/plan-changed.ts'
import { writeSettlementStatement } from '../../templates/settlement-statement.ts'
import { writeWebhookFailing } from '../../templates/webhook-failing.ts'
import { composeForTopic, type TopicReader } from '../topics/service.ts'

/** The invitation of a partner that is still pending. */
export async function composeActivation(app: App, { partnerId }: NoticeOf<'partner-invited'>): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  if (!partner || !(await isAwaitingActivation(app, partnerId))) return []
  const content = { subject: subjectOfActivation(partner.company) }
  return [{ kind: 'activation', to: partner.email, owner: ownerOf(partnerId), content }]
}

export const composeKeyCreated = (app: App, notice: NoticeOf<'key-created'>, at: Date): Promise<NewMail[]> =>
  composeKeyMail(app, notice, at, writeKeyCreated)

export const composeKeyRevoked = (app: App, notice: NoticeOf<'key-revoked'>, at: Date): Promise<NewMail[]> =>
  composeKeyMail(app, notice, at, (news) => writeKeyRevoked({ ...news, reason: notice.reason }))

async function composeKeyMail(
  app: App,
  { kind, accountId, prefix, last4, slot, author }: NoticeOf<'key-created' | 'key-revoked'>,
  at: Date,
  write: (news: KeyNews) => MailContent,
): Promise<NewMail[]> {
  const news = { prefix, last4, slot, by: await nameAuthor(app, author), address: author.address, at }
  return await composeForTopic(app, accountId, {
    topic: 'keys',
    kind,
    write: (reader) => write({ ...news, ...reader }),
  })
}

/** Nothing for a change to the same terms. */
export async function composePlanChanged(
  app: App,
  { partnerId, before, after, author }: NoticeOf<'plan-changed'>,
  at: Date,
): Promise<NewMail[]> {
  if (isDeepStrictEqual(before, after)) return []
  const news = { before, after, by: await nameAuthor(app, author), at }
  const write = (reader: TopicReader) => writePlanChanged({ ...news, ...reader })
  return await composeForTopic(app, partnerId, { topic: 'payments', kind: 'plan-changed', write })
}

/** A payment that failed, is overdue or has to be confirmed. */
export async function composePaymentProblem(app: App, notice: NoticeOf<'payment-problem'>): Promise<NewMail[]> {
  const { partnerId, amount, currency } = notice
  const news = { notice, amount: formatMoney(BigInt(amount), currency), planUrl: `${app.appUrl}/plan` }
  const write = (reader: TopicReader) => writePaymentProblem({ ...news, ...reader })
  return await composeForTopic(app, partnerId, { topic: 'payments', kind: 'payment-problem', write })
}

/** The statement of a closed period, to the billing address. The PDF is attached when the email is sent. */
export async function composeStatement(
  app: App,
  { distributorId, statementId }: NoticeOf<'statement-closed'>,
): Promise<NewMail[]> {
  const [statement, terms] = await Promise.all([
    getStatement(app, distributorId, statementId),
    getTerms(app, distributorId),
  ])
  const owner = ownerOf(distributorId)
  const content = writeSettlementStatement(statement)
  return [{ kind: 'settlement-statement', to: terms.billingEmail, owner, aboutId: statementId, content }]
}

export async function composeWebhookFailing(app: App, notice: NoticeOf<'webhook-failing'>): Promise<NewMail[]> {
  const { accountId, webhookId, url, failingSince, lastDeliveredAt, pending, failed } = notice
  const news = {
    webhookId,
    url,
    failingSince: new Date(failingSince),
    ...(lastDeliveredAt !== undefined && { lastDeliveredAt: new Date(lastDeliveredAt) }),
    pending,
    failed,
  }
  const write = (reader: TopicReader) => writeWebhookFailing({ ...news, ...reader })
  return await composeForTopic(app, accountId, { topic: 'webhooks', kind: 'webhook-failing', write })
}

/** The account alone: its distributor does not see the email. */
const ownerOf = (accountId: string): NewMail['owner'] =>
  isId('prt', accountId) ? { partnerId: accountId, distributorId: null } : { partnerId: null, distributorId: accountId }

/** The author as the account that gets the email knows it. */
async function nameAuthor(app: App, { kind, id, accountId }: NoticeAuthor): Promise<string> {
  if (kind === 'operator') return 'the operator of this service'
  if (kind === 'system') return 'this service'
  return (await findContact(app, accountId ?? id))?.company ?? id
}
