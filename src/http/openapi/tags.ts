import { type Fields, texts } from '../../shared/json.ts'

/** The groups of operations in the description, of each API for itself. */

/** The description of each subject of routes, in the APIs that have it. */
const SUBJECTS: Readonly<Record<string, { partner?: string; distributor?: string }>> = {
  Account: {
    partner: 'Your account, the branding of its reports, its events and its audit trail.',
    distributor: 'Your account, its usage, its events and its audit trail.',
  },
  Partners: { distributor: 'Your partners: creating, changing, activating and suspending them.' },
  Customers: {
    partner: 'Organisations whose tenants are assessed, and the approval of their administrators.',
    distributor: 'Customers of your partners, and the approval of their administrators.',
  },
  Exceptions: { partner: 'Accepted risks, compensating controls and emergency accounts of customers.' },
  Questionnaires: {
    partner: 'Questions that only people can answer, for each customer and product.',
    distributor: 'Questions that only people can answer, for customers of your partners.',
  },
  Assessments: {
    partner: 'Products, runs, findings and reports.',
    distributor: 'Runs of your partners, with their findings and reports.',
  },
  Schedules: {
    partner: 'Runs that start automatically, on a schedule.',
    distributor: 'Runs of your partners that start automatically, on a schedule.',
  },
  Keys: {
    partner: 'API keys of the account, in two slots.',
    distributor: 'API keys of the account, in two slots, and those of your partners.',
  },
  Plan: {
    partner: 'Your subscription: plan, billing and currency.',
    distributor: 'The subscriptions of your partners: plan, billing and currency.',
  },
  Settlement: { distributor: 'What you owe the service: statements of closed periods.' },
}

const APIS = { partner: 'Partner', distributor: 'Distributor' } as const

/** The group of the events that webhooks send. */
export const EVENTS_TAG = 'Events'

const nameTag = (api: keyof typeof APIS, subject: string): string => `${APIS[api]}: ${subject}`

/** The groups with their descriptions, in the order of the page. */
export const TAGS: readonly { name: string; description: string }[] = [
  ...(['partner', 'distributor'] as const).flatMap((api) =>
    Object.entries(SUBJECTS).flatMap(([subject, descriptions]) => {
      const description = descriptions[api]
      return description === undefined ? [] : [{ name: nameTag(api, subject), description }]
    }),
  ),
  { name: EVENTS_TAG, description: 'What webhooks send to your addresses.' },
]

/** The groups of an operation, from its path and the subjects that its route names. */
export function tagsOf(path: string, operation: Fields): string[] {
  const api = path.startsWith('/v1/distributor/') ? 'distributor' : 'partner'
  return texts(operation.tags).map((subject) => nameTag(api, subject))
}
