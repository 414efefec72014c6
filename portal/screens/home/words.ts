import type { Role } from '../../../src/shared/actor.ts'
import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { CallProps } from '../../parts/call.tsx'
import type { Tone } from '../../parts/tone.ts'
import type { Query } from '../../paths.ts'

type Item = Reads['/partner/home']['attention'][number] | Reads['/distributor/home']['attention'][number]

type Step = (Reads['/partner/home']['checklist'] | Reads['/distributor/home']['checklist'])[number]['id']

interface AttentionWords {
  tone: Tone
  label: string
  /** What is the matter, with how many. */
  sentence: (item: Item) => string
  /** What to do. */
  step: string
  /** What stands before the time. */
  since: string
  /** The screen that shows more, and what the link is called. */
  more: {
    to: '/runs' | '/exceptions' | '/webhooks' | '/customers/approvals' | '/partners'
    query?: Query
    /** Who may see it; by default everybody. */
    role?: Role
    label: string
  }
}

/** The name where only one is concerned, and the number otherwise. */
const who = ({ count, name }: Item, noun: string): string => name ?? plural(count, noun)

/** What people read of each kind of thing that needs attention. A new kind fails the type check until it is here. */
export const ATTENTION: Readonly<Record<Item['kind'], AttentionWords>> = {
  'run-failed': {
    tone: 'bad',
    label: 'Run failed',
    sentence: (item) => `The newest run of ${who(item, 'customer')} failed.`,
    step: 'A failed run does not count against your plan.',
    since: 'Since',
    more: { to: '/runs', query: { status: 'failed' }, label: 'Show why' },
  },
  'consent-missing': {
    tone: 'warn',
    label: 'Approval missing',
    sentence: (item) =>
      item.name
        ? `${item.name} has not approved access to its tenant.`
        : `${plural(item.count, 'customer')} ${item.count === 1 ? 'has' : 'have'} not approved access.`,
    step: 'An administrator there approves by a link.',
    since: 'Since',
    more: { to: '/customers/approvals', label: 'Send links' },
  },
  'exception-ending': {
    tone: 'warn',
    label: 'Exception ends',
    sentence: (item) =>
      `${plural(item.count, 'exception')}${item.name ? ` of ${item.name}` : ''} ${item.count === 1 ? 'ends' : 'end'} within 30 days.`,
    step: 'Renew those that still apply; otherwise their findings open again.',
    since: 'First',
    more: { to: '/exceptions', query: { state: 'ending' }, label: 'Show' },
  },
  'webhook-failing': {
    tone: 'bad',
    label: 'Webhook failing',
    sentence: ({ count }) => `Deliveries to ${plural(count, 'webhook')} fail.`,
    step: 'Each delivery is retried until its last attempt.',
    since: 'Since',
    more: { to: '/webhooks', role: 'admin', label: 'Show' },
  },
  'activation-overdue': {
    tone: 'warn',
    label: 'Not activated',
    sentence: (item) => `${who(item, 'partner')} did not activate the account, and the link has expired.`,
    step: 'Send a new link, or activate the account yourself.',
    since: 'Invited',
    more: { to: '/partners', label: 'Show' },
  },
}

interface StepWords {
  title: string
  /** What it is for. */
  why: string
  /** The screen that does it. */
  to: '/keys' | '/webhooks' | '/customers' | '/customers/approvals' | '/partners'
  /** Who may do it; by default admins. */
  role?: Role
  /** The step as a call of the API. */
  call?: CallProps
}

/** What each first step is called, what it is for, and where it is done. */
export const STEPS: Readonly<Record<Step, StepWords>> = {
  key: { title: 'Create an API key', why: 'Your systems call the API with it.', to: '/keys' },
  webhook: {
    title: 'Add a webhook',
    why: 'It notifies your systems when a run ends, so they do not have to poll.',
    to: '/webhooks',
  },
  customer: {
    title: 'Add a customer',
    why: 'A name, and the id of its Microsoft 365 tenant.',
    to: '/customers',
    role: 'technician',
    call: {
      title: 'Create a customer',
      method: 'POST',
      path: '/customers',
      body: { name: 'Bellbird Engineering', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' },
    },
  },
  consent: {
    title: 'Get its approval',
    why: 'An administrator of the tenant approves read access.',
    to: '/customers/approvals',
    role: 'technician',
    call: { title: 'Create a consent link', method: 'POST', path: '/customers/cust_…/consent-link' },
  },
  run: {
    title: 'Start the first run',
    why: 'It takes minutes and produces a report.',
    to: '/customers',
    role: 'technician',
    call: {
      title: 'Start a run',
      method: 'POST',
      path: '/assessments',
      body: { customerId: 'cust_…', product: 'essential-eight' },
    },
  },
  partner: {
    title: 'Invite a partner',
    why: 'It gets an email with a link that activates its account.',
    to: '/partners',
    call: {
      title: 'Create a partner',
      method: 'POST',
      path: '/partners',
      body: { company: 'Contour Cloud Services', email: 'admin@contour.example', plan: 'professional' },
    },
  },
}

/** How many customers of those that the plan allows. */
export const shareWords = ({ count, limit }: { count: number; limit: number }): string =>
  limit < 0 ? `${plural(count, 'customer')}.` : `${plural(count, 'customer')}; the limit is ${formatNumber(limit)}.`
