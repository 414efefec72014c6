import type { Reads } from '../../endpoints.ts'

export type Topic = Reads['/me/notifications']['topics'][number]['topic']

interface TopicWords {
  label: string
  help: string
}

/** What each email is about, and when it comes. */
const PARTNER: Readonly<Record<Topic, TopicWords>> = {
  'weekly-digest': {
    label: 'What changed last week',
    help: 'On Monday morning in the time zone above, or in UTC if you have not chosen one: scores, new critical findings, failed runs, and what is due. No email if nothing changed.',
  },
  'assessment-worsened': {
    label: 'A customer got worse',
    help: 'A score fell by three points or more, or there is a new critical finding. At most one email per run.',
  },
  'assessment-failed': { label: 'A run failed', help: 'One email per failed run, with the reason.' },
  'report-finished': { label: 'A report is ready', help: 'One email per run with a result.' },
  approvals: {
    label: 'An approval is missing',
    help: 'A run failed because no administrator of the customer has approved you. At most one email a day per tenant.',
  },
  questionnaires: {
    label: 'A customer has answered',
    help: 'When people have finished their questions, or stopped for now.',
  },
  schedules: {
    label: 'Schedules are paused',
    help: 'Also when scheduled runs are skipped because the monthly limit is reached.',
  },
  webhooks: { label: 'A webhook or channel is failing', help: 'When nothing has been delivered for a day.' },
  keys: { label: 'API keys', help: 'A key was created, was revoked, or expired.' },
  payments: { label: 'Plan and payments', help: 'The plan changed, or a payment needs attention.' },
  visits: { label: 'Visits by your distributor', help: 'One email for the first visit of a day, with the reason.' },
}

const DISTRIBUTOR: Partial<Record<Topic, TopicWords>> = {
  'weekly-digest': {
    label: 'What needs attention at your partners',
    help: 'On Monday morning in the time zone above, or in UTC if you have not chosen one: overdue activations, suspended partners and unpaid subscriptions. No email if nothing changed.',
  },
}

export const topicWords = (topic: Topic, kind: 'partner' | 'distributor'): TopicWords =>
  (kind === 'distributor' ? DISTRIBUTOR[topic] : undefined) ?? PARTNER[topic]
