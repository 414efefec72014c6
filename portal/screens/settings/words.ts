import type { Reads } from '../../endpoints.ts'

export type Topic = Reads['/me/notifications']['topics'][number]['topic']

interface TopicWords {
  label: string
  help: string
}

/** What each mail is about, and when it comes. */
const PARTNER: Readonly<Record<Topic, TopicWords>> = {
  'weekly-digest': {
    label: 'What changed last week',
    help: 'On Monday morning in the time zone above, or in UTC if you have not chosen one: scores, new critical findings, failed runs, and what is due. No mail if there is nothing to say.',
  },
  'assessment-worsened': {
    label: 'A customer got worse',
    help: 'A score fell by three points or more, or a critical finding is new. At most one for each run.',
  },
  'assessment-failed': { label: 'A run failed', help: 'One for each failed run, with the reason.' },
  'report-finished': { label: 'A report is ready', help: 'One for each run with a result.' },
  approvals: {
    label: 'An approval is missing',
    help: 'A run failed because no administrator of the customer has approved you. At most one a day for each tenant.',
  },
  questionnaires: { label: 'A customer has answered', help: 'When people are done with their questions, or pause.' },
  schedules: {
    label: 'Schedules are paused',
    help: 'Also when scheduled runs are skipped because the month is used up.',
  },
  webhooks: { label: 'A webhook or channel is failing', help: 'When nothing has been delivered for a day.' },
  keys: { label: 'API keys', help: 'A key was created, was revoked, or has expired.' },
  payments: { label: 'Plan and payments', help: 'The plan changed, or a payment needs attention.' },
  visits: { label: 'Visits of your distributor', help: 'For the first visit of a day, with the reason.' },
}

const DISTRIBUTOR: Partial<Record<Topic, TopicWords>> = {
  'weekly-digest': {
    label: 'What is due at your partners',
    help: 'On Monday morning in the time zone above, or in UTC if you have not chosen one: overdue activations, suspended partners and unpaid subscriptions. No mail if there is nothing to say.',
  },
}

export const topicWords = (topic: Topic, kind: 'partner' | 'distributor'): TopicWords =>
  (kind === 'distributor' ? DISTRIBUTOR[topic] : undefined) ?? PARTNER[topic]
