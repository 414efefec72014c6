import type { NewChannel } from '../../../src/features/webhooks/schema.ts'
import { keysOf } from '../../../src/shared/keys-of.ts'
import { plural } from '../../format.ts'

export type ChannelFormat = NewChannel['format']
export type OnlyCustomers = NonNullable<NewChannel['only']>
export type MinSeverity = NonNullable<NewChannel['minSeverity']>
export type ChannelEvent = NewChannel['events'][number]

export const FORMAT_NAMES: Readonly<Record<ChannelFormat, string>> = { teams: 'Microsoft Teams', slack: 'Slack' }

/** What to do in the chat to get the address of a channel. */
export const STEPS: Readonly<Record<ChannelFormat, readonly string[]>> = {
  teams: [
    'In Teams, open the menu “…” of the channel and choose Workflows.',
    'Choose the template that posts to a channel when a webhook request is received, and choose the team and channel.',
    'Copy the address that is shown at the end.',
    'Share the workflow with a colleague: it stops when its only owner leaves.',
  ],
  slack: [
    'On api.slack.com/apps, create an app for your workspace, or open an existing one.',
    'Under Incoming Webhooks, turn them on and add one for the channel.',
    'Copy its address: it begins with https://hooks.slack.com/services/.',
  ],
}

/** About a run with a result there is one message, so one of these is chosen. */
export const RESULTS = [
  { value: 'assessment.worsened', label: 'When a customer got worse' },
  { value: 'findings.changed', label: 'When there are new findings' },
  { value: 'assessment.completed', label: 'For every result' },
  { value: '', label: 'Never' },
] as const satisfies readonly { value: ChannelEvent | ''; label: string }[]
export type ResultChoice = (typeof RESULTS)[number]['value']

/** How severe a finding must be for a result to be shown. */
export const SEVERITIES = {
  'findings.changed': [
    { value: 'critical', label: 'Critical' },
    { value: 'high', label: 'High or critical' },
    { value: 'medium', label: 'Medium or worse' },
    { value: 'low', label: 'Of any severity' },
  ],
  'assessment.completed': [
    { value: '', label: 'No condition' },
    { value: 'critical', label: 'Critical' },
    { value: 'high', label: 'High or critical' },
    { value: 'medium', label: 'Medium or worse' },
    { value: 'low', label: 'Of any severity' },
  ],
} as const satisfies Partial<Record<ChannelEvent, readonly { value: MinSeverity | ''; label: string }[]>>

/** What is chosen for a result if nothing else is: undefined where the severity is not asked for. */
export const severityOf = (result: ResultChoice, chosen: MinSeverity | undefined): MinSeverity | '' | undefined => {
  if (result === 'findings.changed') return chosen ?? 'critical'
  return result === 'assessment.completed' ? (chosen ?? '') : undefined
}

export const severityWords = (min: MinSeverity): string =>
  SEVERITIES['findings.changed'].find(({ value }) => value === min)?.label ?? min

/** `2 groups, 1 customer`. */
export const onlyWords = ({ customers, groups }: OnlyCustomers): string =>
  [groups.length > 0 && plural(groups.length, 'group'), customers.length > 0 && plural(customers.length, 'customer')]
    .filter(Boolean)
    .join(', ') || 'None: the chosen ones have been deleted'

/** The other kinds of events, in the order of the form. */
const OTHERS = {
  'assessment.failed': 'A run failed',
  'schedule.paused': 'A schedule is paused',
  'customer.approved': 'A customer has approved access to its tenant',
  'questionnaire.answered': 'A customer has answered questions',
  'exception.expiring': 'An exception ends within 30 days',
  'digest.weekly': 'A summary of the week, every Monday',
  'partner.activated': 'A partner became active',
  'partner.suspended': 'A partner was suspended',
  'key.created': 'An API key was created',
  'key.revoked': 'An API key was revoked or expired',
} as const satisfies Partial<Record<ChannelEvent, string>>
const OTHER_TYPES = keysOf(OTHERS)

/** What else a channel may get, by kind of account. */
export const othersOf = (kind: 'partner' | 'distributor'): readonly (readonly [ChannelEvent, string])[] =>
  OTHER_TYPES.filter((type) => kind === 'distributor' || !type.startsWith('partner.')).map((type) => [
    type,
    OTHERS[type],
  ])

/** The kinds of a channel's events, in the order of the form. */
export const toChannelEvents = (events: readonly string[]): ChannelEvent[] =>
  [...RESULTS.flatMap(({ value }) => (value === '' ? [] : value)), ...OTHER_TYPES].filter((type) =>
    events.includes(type),
  )
