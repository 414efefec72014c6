import { Value } from 'typebox/value'
import { fields, number, text } from '../../../../shared/json.ts'
import { Notice } from '../../../notices/schema.ts'

/** A row of the audit that a process of version 0.2.0 wrote. */
export interface OldChange {
  action: string
  subject: string
  partnerId: string | null
  author: { kind: string; id: string; address?: string }
  before: unknown
  after: unknown
}

/** The notice that says what the change says; undefined if nobody is notified of such a change. */
export function toNotice(change: OldChange): Notice | undefined {
  const notice: unknown = JSON.parse(JSON.stringify(describe(change) ?? null))
  return Value.Check(Notice, notice) ? notice : undefined
}

function describe({ action, subject, partnerId, author, before, after }: OldChange): object | undefined {
  const now = fields(after)
  const customerId = text(now.customerId)
  const recipientId = number(now.recipientId)
  const invitation = { partnerId, customerId, invitationId: subject }
  switch (action) {
    case 'partner.created':
    case 'partner.invited':
      return { kind: 'partner-invited', partnerId: subject, author }
    case 'assessment.completed':
      return { kind: 'report-ready', partnerId, customerId, runId: subject }
    case 'approval.missing':
      return { kind: 'approval-missing', partnerId, customerId: subject, tenantId: now.tenantId, runId: now.runId }
    case 'key.created':
      return { kind: 'key-created', ...toKey(subject, now), author }
    case 'key.revoked':
      return { kind: 'key-revoked', ...toKey(subject, now), author, reason: now.reason }
    case 'plan.changed':
      return { kind: 'plan-changed', partnerId, before: toTerms(before), after: toTerms(after), author }
    case 'webhook.failing':
      return { kind: 'webhook-failing', ...now, webhookId: subject }
    case 'questionnaire.invited':
    case 'questionnaire.shared':
      return { kind: 'questionnaire-invited', ...invitation, recipientId }
    case 'questionnaire.reminded':
      return { kind: 'questionnaire-reminded', ...invitation }
    case 'questionnaire.answered':
      return { kind: 'questionnaire-answered', ...invitation, answered: now.answered, of: now.of }
    case 'code.requested':
      return { kind: 'code-requested', ...invitation, recipientId }
  }
  return undefined
}

const toKey = (accountId: string, { slot, prefix, last4 }: ReturnType<typeof fields>) => ({
  accountId,
  slot,
  prefix,
  last4,
})

function toTerms(state: unknown) {
  const { plan, billing, currency } = fields(state)
  return { plan, billing, currency }
}
