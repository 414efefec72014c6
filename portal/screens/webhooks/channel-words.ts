import type { NewChannel } from '../../../src/features/webhooks/schema.ts'

export type ChannelFormat = NewChannel['format']
export type ChannelEvent = NewChannel['events'][number]

export const FORMAT_NAMES: Readonly<Record<ChannelFormat, string>> = { teams: 'Microsoft Teams', slack: 'Slack' }

/** What to do in the chat to get the address of a channel. */
export const STEPS: Readonly<Record<ChannelFormat, readonly string[]>> = {
  teams: [
    'In Teams, open the menu “…” of the channel and choose Workflows.',
    'Choose the template that posts to a channel when a webhook request is received, and name team and channel.',
    'Copy the address that is shown at the end.',
    'Share the workflow with a colleague: it stops when its only owner leaves.',
  ],
  slack: [
    'On api.slack.com/apps, create an app for your workspace, or open the one that you have.',
    'Under Incoming Webhooks, switch them on and add one for the channel.',
    'Copy its address: it begins with https://hooks.slack.com/services/.',
  ],
}

/** About a run with a result there is one message, so one of these is chosen. */
export const RESULTS = [
  { value: 'assessment.worsened', label: 'When a customer got worse' },
  { value: 'findings.changed', label: 'When a critical finding is new, or found first' },
  { value: 'assessment.completed', label: 'For every result' },
  { value: '', label: 'Never' },
] as const satisfies readonly { value: ChannelEvent | ''; label: string }[]
export type ResultChoice = (typeof RESULTS)[number]['value']

const PARTNER = {
  'assessment.failed': 'A run failed',
  'schedule.paused': 'A schedule is paused',
  'customer.approved': 'A customer has approved the reading of its tenant',
  'questionnaire.answered': 'A customer has answered questions',
  'exception.expiring': 'An exception ends within 30 days',
  'key.created': 'An API key was created',
  'key.revoked': 'An API key has ended',
} as const satisfies Partial<Record<ChannelEvent, string>>

const DISTRIBUTOR = {
  ...PARTNER,
  'partner.activated': 'A partner became active',
  'partner.suspended': 'A partner was suspended',
} as const satisfies Partial<Record<ChannelEvent, string>>

/** What else a channel may get, by kind of event. */
export const othersOf = (kind: 'partner' | 'distributor'): readonly (readonly [ChannelEvent, string])[] => {
  const words: Partial<Record<ChannelEvent, string>> = kind === 'distributor' ? DISTRIBUTOR : PARTNER
  return ALL.flatMap((type) => (words[type] === undefined ? [] : [[type, words[type]] as const]))
}

const ALL: readonly ChannelEvent[] = [
  'assessment.failed',
  'schedule.paused',
  'customer.approved',
  'questionnaire.answered',
  'exception.expiring',
  'partner.activated',
  'partner.suspended',
  'key.created',
  'key.revoked',
]

/** The kinds of a channel's events, in the order of the form. */
export const toChannelEvents = (events: readonly string[]): ChannelEvent[] =>
  [...RESULTS.flatMap(({ value }) => (value === '' ? [] : value)), ...ALL].filter((type) => events.includes(type))
