import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Severity } from '../../../engine/model/verdict.ts'
import { dayText } from '../../../shared/dates/datetime.ts'
import { fields, list, number, text, texts } from '../../../shared/json.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import { CHANNEL_SEVERITIES } from './rules.ts'

/** What a channel shows of one event. All texts are plain: neither chat may read markup into the name of a customer. */
export interface Message {
  title: string
  tone: 'good' | 'warning' | 'attention'
  /** Sentences below the title. */
  lines: readonly string[]
  /** Labels with their values. */
  facts: readonly (readonly [label: string, value: string])[]
  link: { label: string; url: string }
}

/** What a message needs besides the event. */
export interface MessageContext {
  appUrl: string
  /** New findings are shown that are at least as severe; by default critical ones. */
  minSeverity?: Severity | undefined
  /** Undefined: the event is about no customer, or it has been deleted since. */
  customerName: string | undefined
  /** The partner, for channels of a distributor. */
  partnerName: string | undefined
}

/** Critical requirements that a message names. */
const MAX_NAMED = 5
/** Characters of a sentence or value: so that all of them stay below the limits of both chats. */
const MAX_CHARACTERS = 240

const shorten = (words: string, max = MAX_CHARACTERS): string =>
  words.length > max
    ? `${words
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`
    : words

type Data = Record<string, unknown>
type Draft = Pick<Message, 'title' | 'tone'> & {
  lines?: string[]
  facts?: [string, string][]
  path: string
  label: string
}

/** The message about an event of this type; `test` for a test. */
export function toMessage(type: string, data: Data, context: MessageContext): Message {
  const { partnerName } = context
  const customer = context.customerName === undefined ? 'A customer' : plainName(context.customerName)
  const draft = (WRITERS[type] ?? writeOther)(data, customer, type, context.minSeverity ?? 'critical')
  const product = text(data.product)
  return {
    title: shorten(draft.title, 140),
    tone: draft.tone,
    lines: (draft.lines ?? []).map((line) => shorten(line)),
    facts: [
      ...(partnerName === undefined ? [] : [['Partner', shorten(plainName(partnerName))] as const]),
      ...(product === undefined ? [] : [['Framework', findFramework(product)?.name ?? product] as const]),
      ...(draft.facts ?? []).map(([label, value]) => [label, shorten(value)] as const),
    ],
    link: toLink(draft, data, context),
  }
}

/** A distributor's portal has no screens of customers: those lead to the partner. Reports open for distributors, too. */
function toLink({ path, label }: Draft, data: Data, { appUrl, partnerName }: MessageContext): Message['link'] {
  const isOfPartner = partnerName !== undefined && /^\/(customers|schedules)/.test(path)
  return isOfPartner
    ? { label: 'Show the partner', url: `${appUrl}/partners/${text(data.partnerId) ?? ''}` }
    : { label, url: appUrl + path }
}

const report = (data: Data) => ({ path: `/reports/${text(data.assessmentId) ?? ''}`, label: 'Open the report' })

const WRITERS: Readonly<Record<string, (data: Data, customer: string, type: string, min: Severity) => Draft>> = {
  'assessment.worsened': (data, customer) => {
    const { count, requirements } = fields(data.newCritical)
    const critical = number(count) ?? 0
    const [before, after] = [number(data.previousScore) ?? 0, number(data.score) ?? 0]
    return {
      title:
        critical > 0
          ? `${customer}: ${newCritical(critical)}`
          : `${customer}: the score fell from ${before} to ${after}`,
      tone: 'attention',
      lines: nameRequirements(data, texts(requirements), critical),
      facts: [['Score', `${after} of 100, before ${before}`]],
      ...report(data),
    }
  },
  'findings.changed': (data, customer, _type, min) => {
    const found = [data.opened, data.reopened]
      .flatMap((part) => list(fields(part).requirements).map(fields))
      .filter(({ severity }) => rankOf(severity) <= rankOf(min))
      .toSorted((a, b) => rankOf(a.severity) - rankOf(b.severity))
    const ids = found.flatMap(({ id }) => text(id) ?? [])
    const critical = found.filter(({ severity }) => severity === 'critical').length
    const countOf = (name: string): string => String(number(fields(data[name]).count) ?? 0)
    return {
      title: `${customer}: ${newFindings(ids.length, critical)}`,
      tone: critical > 0 ? 'attention' : 'warning',
      lines: nameRequirements(data, ids, ids.length),
      facts: [
        ['Findings', String(number(data.findings) ?? 0)],
        ['Opened', countOf('opened')],
        ['Reopened', countOf('reopened')],
        ['Resolved', countOf('resolved')],
      ],
      ...report(data),
    }
  },
  'assessment.completed': (data, customer) => ({
    title: `${customer}: score ${number(data.score) ?? 0} of 100`,
    tone: (number(data.critical) ?? 0) > 0 ? 'attention' : 'good',
    facts: [
      ['Findings', String(number(data.findings) ?? 0)],
      ['Critical', String(number(data.critical) ?? 0)],
      ['High', String(number(data.high) ?? 0)],
    ],
    ...report(data),
  }),
  'assessment.failed': (data, customer) => ({
    title: `${customer}: a run failed`,
    tone: 'warning',
    lines: [text(fields(data.failure).message) ?? ''],
    path: `/customers/${text(data.customerId) ?? ''}/runs`,
    label: 'Show the runs',
  }),
  'schedule.paused': (data, customer) => ({
    title:
      data.customerId === undefined ? 'A schedule for all customers is paused' : `${customer}: a schedule is paused`,
    tone: 'warning',
    lines: [PAUSES[text(data.reason) ?? ''] ?? ''],
    path: '/schedules',
    label: 'Show the schedules',
  }),
  'customer.approved': (data, customer) => ({
    title: `${customer} has approved access to its tenant`,
    tone: 'good',
    facts: [['Tenant', text(data.tenantId) ?? '']],
    path: `/customers/${text(data.customerId) ?? ''}`,
    label: 'Show the customer',
  }),
  'questionnaire.answered': (data, customer) => ({
    title: `${customer} has answered questions`,
    tone: 'good',
    facts: [['Answered', `${number(data.answered) ?? 0} of ${number(data.of) ?? 0}`]],
    path: `/customers/${text(data.customerId) ?? ''}/questionnaires`,
    label: 'Show the answers',
  }),
  'exception.expiring': (data, customer) => ({
    title: `${customer}: an exception ends on ${dayText(text(data.expiresAt) ?? '')}`,
    tone: 'warning',
    facts: [
      ...[text(data.requirement) ?? []].flat().map((id): [string, string] => ['Requirement', id]),
      ...[text(data.object) ?? []].flat().map((object): [string, string] => ['Object', plainName(object)]),
    ],
    path: `/customers/${text(data.customerId) ?? ''}/exceptions`,
    label: 'Show the exceptions',
  }),
  'digest.weekly': (data) => ({
    title: 'What changed last week',
    tone: (number(data.newCritical) ?? 0) > 0 || (number(data.fell) ?? 0) > 0 ? 'warning' : 'good',
    lines: DIGEST_LINES.flatMap(([name, write]) => {
      const count = number(data[name]) ?? 0
      return count > 0 ? [write(count)] : []
    }),
    facts:
      number(data.opened) === undefined
        ? []
        : [
            ['Findings opened', String(number(data.opened) ?? 0)],
            ['Findings resolved', String(number(data.resolved) ?? 0)],
          ],
    path: text(data.partnerId) === undefined ? '/partners' : '/customers',
    label: 'Open the portal',
  }),
  'partner.activated': (data) => ({
    title: `${plainName(text(data.company) ?? 'A partner')} is active`,
    tone: 'good',
    path: `/partners/${text(data.partnerId) ?? ''}`,
    label: 'Show the partner',
  }),
  'partner.suspended': (data) => ({
    title: `${plainName(text(data.company) ?? 'A partner')} is suspended`,
    tone: 'warning',
    path: `/partners/${text(data.partnerId) ?? ''}`,
    label: 'Show the partner',
  }),
  'key.created': (data) => ({
    title: 'An API key was created',
    tone: 'warning',
    facts: keyFacts(data),
    path: '/keys',
    label: 'Show the keys',
  }),
  'key.revoked': (data) => ({
    title: 'An API key was revoked or expired',
    tone: 'warning',
    facts: keyFacts(data),
    path: '/keys',
    label: 'Show the keys',
  }),
  test: () => ({
    title: 'This is a test',
    tone: 'good',
    lines: ['Messages arrive in this channel.'],
    path: '/webhooks',
    label: 'Show the channels',
  }),
}

const customers = (count: number): string => (count === 1 ? '1 customer' : `${count} customers`)
const partners = (count: number): string => (count === 1 ? '1 partner' : `${count} partners`)

/** The figures of a digest in words, in the order in which somebody should look at them; those that are zero are left out. */
const DIGEST_LINES: readonly (readonly [name: string, write: (count: number) => string])[] = [
  ['newCritical', (count) => `${customers(count)} with new critical findings`],
  ['fell', (count) => `${count} ${count === 1 ? 'score' : 'scores'} fell`],
  ['rose', (count) => `${count} ${count === 1 ? 'score' : 'scores'} rose`],
  ['failed', (count) => `${customers(count)} with a failed run`],
  ['ending', (count) => `${count} ${count === 1 ? 'exception ends' : 'exceptions end'} within 14 days`],
  ['unanswered', (count) => `${count} ${count === 1 ? 'questionnaire' : 'questionnaires'} unanswered for a week`],
  ['pending', (count) => `${partners(count)} invited more than a week ago and not active yet`],
  ['unpaid', (count) => `${partners(count)} with an overdue payment`],
  ['suspended', (count) => `${partners(count)} suspended last week`],
]

const writeOther = (_data: Data, _customer: string, type: string): Draft => ({
  title: type,
  tone: 'good',
  path: '/events',
  label: 'Show the events',
})

const PAUSES: Readonly<Record<string, string>> = {
  requested: 'Somebody paused it.',
  consent_missing: 'No administrator of the tenant has approved you, or the approval has ended.',
  failing: 'The last three runs failed for the same reason.',
  product_not_allowed: 'The plan no longer includes the product.',
}

/** The lower, the worse; a finding without a severity is last. */
const rankOf = (severity: unknown): number => {
  const severities: readonly unknown[] = CHANNEL_SEVERITIES
  return severities.includes(severity) ? severities.indexOf(severity) : severities.length
}

/** All of them are critical unless the channel takes less severe ones. */
function newFindings(count: number, critical: number): string {
  if (critical === count) return newCritical(count)
  const all = count === 1 ? 'a new finding' : `${count} new findings`
  return critical === 0 ? all : `${all}, ${critical} of them critical`
}

const newCritical = (count: number): string =>
  count === 1 ? 'a new critical finding' : `${count} new critical findings`

/** Requirements that are newly not met, the first of them in words. */
function nameRequirements({ product }: Data, ids: readonly string[], count: number): string[] {
  const requirements = findFramework(text(product) ?? '')?.requirements ?? []
  const named = ids.slice(0, MAX_NAMED)
  const left = count - named.length
  return [
    ...named.map((id) => `${id}: ${requirements.find((each) => each.id === id)?.statement ?? 'a requirement'}`),
    ...(left > 0 ? [`The report has ${left} more.`] : []),
  ]
}

const keyFacts = ({ prefix, last4, slot }: Data): [string, string][] => [
  ['Key', `${text(prefix) ?? ''}…${text(last4) ?? ''}`],
  ['Slot', String(number(slot) ?? 0)],
]
