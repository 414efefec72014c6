import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'

type Event = Reads['/{account}/events']['events'][number]

/** What tells this event from others of its kind, such as the customer's name; empty where nothing does. */
export function describeEvent({ type, data }: Pick<Event, 'type' | 'data'>): string {
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name] : '')
  const number = (name: string): number => (typeof data[name] === 'number' ? data[name] : 0)
  switch (type) {
    case 'assessment.started':
      return frameworkName(text('product'))
    case 'assessment.completed':
      return `${frameworkName(text('product'))}: score ${formatNumber(number('score'))}, ${plural(number('findings'), 'finding')}`
    case 'assessment.failed':
      return `${frameworkName(text('product'))}: ${codeOf(data.failure)}`
    case 'customer.created':
    case 'customer.updated':
    case 'customer.deleted':
      return text('name')
    case 'partner.activated':
    case 'partner.suspended':
      return text('company')
    case 'key.created':
    case 'key.revoked':
      return `Slot ${number('slot')}: ${text('prefix')}…${text('last4')}`
  }
}

const codeOf = (failure: unknown): string =>
  typeof failure === 'object' && failure !== null && 'code' in failure ? String(failure.code) : ''
