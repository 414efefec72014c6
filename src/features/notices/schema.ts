import { type Static, Type } from 'typebox'
import { PLAN_NAMES } from '../../shared/plans.ts'

const id = Type.String({ minLength: 1 })
const instant = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })

/** Only in notices whose mails name the author or count for its quota: the id of a recipient would be an email address. */
const Author = Type.Object({
  kind: Type.Enum(['partner', 'distributor', 'person', 'operator', 'system', 'recipient', 'administrator']),
  id,
  /** Of a person: the account that they act for. */
  accountId: Type.Optional(id),
  address: Type.Optional(Type.String()),
})
export type NoticeAuthor = Static<typeof Author>

const Terms = Type.Object({ plan: Type.Enum([...PLAN_NAMES]), billing: Type.String(), currency: Type.String() })

const key = { accountId: id, slot: Type.Integer({ minimum: 1, maximum: 2 }), prefix: id, last4: id, author: Author }
const customer = { partnerId: id, customerId: id }
const invitation = { ...customer, invitationId: id }

/** What changed in how somebody signs in, or in what they may do. */
const Change = Type.Enum([
  'authenticator-added',
  'authenticator-removed',
  'passkey-added',
  'passkey-removed',
  'microsoft-linked',
  'microsoft-unlinked',
  'provider-linked',
  'provider-unlinked',
  'recovery-codes-created',
  'recovery-code-used',
  'factors-removed',
  'password-changed',
  'role-changed',
  'blocked',
  'unblocked',
  'removed',
  'signed-in',
])
export type AccessChange = Static<typeof Change>

const kind = <const K extends string>(name: K) => Type.Literal(name)

/** What somebody is to be notified of by email, by kind. Stored as JSON, so instants are ISO 8601 texts. */
export const Notice = Type.Union([
  Type.Object({ kind: kind('partner-invited'), partnerId: id, author: Author }),
  Type.Object({ kind: kind('report-ready'), ...customer, runId: id }),
  Type.Object({
    kind: kind('assessment-worsened'),
    ...customer,
    runId: id,
    product: id,
    previousScore: count,
    score: count,
    /** Ids of requirements: the worst of them, and how many there are. */
    newCritical: Type.Object({ count, requirements: Type.Array(id) }),
  }),
  /** `reason` says in a sentence why the run has no result. */
  Type.Object({ kind: kind('assessment-failed'), ...customer, runId: id, product: id, reason: Type.String() }),
  Type.Object({ kind: kind('approval-missing'), ...customer, tenantId: id, runId: id }),
  Type.Object({ kind: kind('approval-requested'), ...customer, author: Author }),
  Type.Object({ kind: kind('key-created'), ...key }),
  Type.Object({ kind: kind('key-revoked'), ...key, reason: Type.Enum(['revoked', 'suspension', 'expired']) }),
  Type.Object({ kind: kind('plan-changed'), partnerId: id, before: Terms, after: Terms, author: Author }),
  Type.Object({
    kind: kind('payment-problem'),
    partnerId: id,
    problem: Type.Enum(['failed', 'last-attempt', 'unpaid', 'confirm', 'disputed']),
    /** Minor units that are open. */
    amount: count,
    currency: id,
    /** Whether the invoice is charged to a card; otherwise it is sent. */
    isByCard: Type.Boolean(),
    /** Where it can be paid. */
    url: Type.Optional(id),
    nextAttemptAt: Type.Optional(instant),
    /** The approximate time from which new runs are stopped. */
    stopsAt: Type.Optional(instant),
  }),
  Type.Object({
    kind: kind('schedule-paused'),
    partnerId: id,
    /** Without it, the schedule is for all customers. */
    customerId: Type.Optional(id),
    scheduleId: id,
    product: id,
    reason: Type.Enum(['consent_missing', 'failing', 'product_not_allowed']),
  }),
  /** Somebody of the partner's distributor has looked at its portal. */
  Type.Object({
    kind: kind('partner-visited'),
    partnerId: id,
    company: id,
    name: id,
    reason: id,
    mayAct: Type.Boolean(),
    endsAt: instant,
  }),
  /** `month` is a UTC month, YYYY-MM. */
  Type.Object({ kind: kind('schedule-limit-reached'), partnerId: id, month: id }),
  Type.Object({ kind: kind('statement-closed'), distributorId: id, statementId: id }),
  Type.Object({
    kind: kind('webhook-failing'),
    accountId: id,
    webhookId: id,
    url: id,
    failingSince: instant,
    lastDeliveredAt: Type.Optional(instant),
    pending: count,
    failed: count,
  }),
  Type.Object({
    kind: kind('questionnaire-invited'),
    ...invitation,
    /** The colleague who was asked for help; without it everybody who is invited. */
    recipientId: Type.Optional(Type.Integer()),
  }),
  Type.Object({ kind: kind('questionnaire-reminded'), ...invitation }),
  Type.Object({ kind: kind('questionnaire-answered'), ...invitation, answered: count, of: count }),
  Type.Object({ kind: kind('person-invited'), invitationId: id, author: Author }),
  /** The address as somebody typed it; it may be unknown. */
  Type.Object({
    kind: kind('password-forgotten'),
    email: id,
    /** Only this person; by default everybody with the address. */
    personId: Type.Optional(id),
  }),
  /** With the address, because the person may be gone when the email is composed. */
  Type.Object({ kind: kind('access-changed'), accountId: id, personId: id, email: id, change: Change, author: Author }),
  Type.Object({ kind: kind('code-requested'), ...invitation, recipientId: Type.Integer() }),
])
export type Notice = Static<typeof Notice>

export type NoticeKind = Notice['kind']

/** The notice of one kind. */
export type NoticeOf<K extends NoticeKind> = Extract<Notice, { kind: K }>
