import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'

type Event = Reads['/{account}/events/log']['events'][number]

/** What tells this event from others of its kind, beside the customer and partner; empty where nothing does. */
export function describeEvent({ type, data }: Pick<Event, 'type' | 'data'>): string {
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name] : '')
  const number = (name: string): number => (typeof data[name] === 'number' ? data[name] : 0)
  switch (type) {
    case 'assessment.started':
    case 'assessment.canceled':
    case 'schedule.paused':
      return frameworkName(text('product'))
    case 'assessment.completed':
      return `${frameworkName(text('product'))}: score ${formatNumber(number('score'))}, ${plural(number('findings'), 'finding')}`
    case 'assessment.failed':
      return `${frameworkName(text('product'))}: ${codeOf(data.failure)}`
    case 'findings.changed':
      return `${frameworkName(text('product'))}: ${changesOf(data)}`
    case 'assessment.worsened':
      return `${frameworkName(text('product'))}: score ${formatNumber(number('previousScore'))} to ${formatNumber(number('score'))}`
    case 'customer.updated':
      return Array.isArray(data.changedFields) ? `Changed: ${data.changedFields.join(', ')}` : ''
    case 'customer.created':
    case 'customer.deleted':
    case 'customer.approved':
      return ''
    case 'questionnaire.answered':
      return `${frameworkName(text('product'))}: ${formatNumber(number('answered'))} of ${formatNumber(number('of'))} questions answered`
    case 'exception.expiring':
      return [text('requirement'), text('object')].filter(Boolean).join(', ')
    case 'digest.weekly':
      return text('since').slice(0, 10)
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

/** `3 opened, 1 resolved`. */
const changesOf = (data: Event['data']): string =>
  (['opened', 'reopened', 'resolved', 'known', 'unknown'] as const)
    .flatMap((name) => {
      const list = data[name]
      const count = typeof list === 'object' && list !== null && 'count' in list ? Number(list.count) : 0
      return count > 0 ? `${formatNumber(count)} ${name}` : []
    })
    .join(', ')
