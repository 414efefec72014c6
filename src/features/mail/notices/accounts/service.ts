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
  const account = await findContact(app, accountId)
  if (!account) return []
  const by = await nameAuthor(app, author)
  const content = write({ company: account.company, prefix, last4, slot, by, address: author.address, at })
  return [{ kind, to: account.email, owner: ownerOf(accountId), content }]
}

/** Nothing for a change to the same terms. */
export async function composePlanChanged(
  app: App,
  { partnerId, before, after, author }: NoticeOf<'plan-changed'>,
  at: Date,
): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  if (!partner || isDeepStrictEqual(before, after)) return []
  const content = writePlanChanged({ company: partner.company, before, after, by: await nameAuthor(app, author), at })
  return [{ kind: 'plan-changed', to: partner.email, owner: ownerOf(partnerId), content }]
}

/** A payment that failed, is overdue or has to be confirmed. */
export async function composePaymentProblem(app: App, notice: NoticeOf<'payment-problem'>): Promise<NewMail[]> {
  const { partnerId, amount, currency } = notice
  const partner = await findContact(app, partnerId)
  if (!partner) return []
  const content = writePaymentProblem({
    notice,
    company: partner.company,
    amount: formatMoney(BigInt(amount), currency),
    planUrl: `${app.appUrl}/plan`,
  })
  return [{ kind: 'payment-problem', to: partner.email, owner: ownerOf(partnerId), content }]
}

/** The statement of a closed period, to the billing address. The PDF is attached when the mail is sent. */
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
  const account = await findContact(app, accountId)
  if (!account) return []
  const content = writeWebhookFailing({
    company: account.company,
    webhookId,
    url,
    failingSince: new Date(failingSince),
    ...(lastDeliveredAt !== undefined && { lastDeliveredAt: new Date(lastDeliveredAt) }),
    pending,
    failed,
  })
  return [{ kind: 'webhook-failing', to: account.email, owner: ownerOf(accountId), content }]
}

/** The account alone: its distributor does not see the mail. */
const ownerOf = (accountId: string): NewMail['owner'] =>
  isId('prt', accountId) ? { partnerId: accountId, distributorId: null } : { partnerId: null, distributorId: accountId }

/** The author as the account that gets the mail knows it. */
async function nameAuthor(app: App, { kind, id, accountId }: NoticeAuthor): Promise<string> {
  if (kind === 'operator') return 'the operator of this service'
  if (kind === 'system') return 'this service'
  return (await findContact(app, accountId ?? id))?.company ?? id
}
