import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type Schedule = Reads['/partner/schedules']['schedules'][number]
export type Unit = Schedule['every']['unit']
type LastRun = NonNullable<Schedule['lastRun']>

/** In place of a customer's id. */
export const ALL_CUSTOMERS = 'all'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const PLURAL_RULES = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

export type SkipReason = LastRun['skipped'][number]['reason']

/** Why a customer got no run. */
export const SKIPPED: Readonly<Record<SkipReason, string>> = {
  run_limit: 'the month’s runs are used up',
  already_running: 'another run was in progress',
  already_ran: 'another schedule had started a run that day',
  consent_missing: 'the tenant has not approved you',
  failing: 'the last three runs failed with the same code',
  partner_inactive: 'the account was not active',
  product_not_allowed: 'the plan does not include the framework',
}

/** Where to do something about a reason. */
export interface NextStep {
  to: '/customers/approvals' | '/runs' | '/plan' | '/usage'
  query?: Readonly<Record<string, string>>
  label: string
}

/** What to do about a reason against a run; nothing about those that pass by themselves. */
export const SKIP_STEPS: Partial<Record<SkipReason, NextStep>> = {
  run_limit: { to: '/usage', label: 'Show the usage of the month' },
  consent_missing: { to: '/customers/approvals', label: 'Ask for approvals' },
  failing: { to: '/runs', query: { status: 'failed' }, label: 'Show the runs that failed' },
  partner_inactive: { to: '/plan', label: 'Show plan and invoices' },
  product_not_allowed: { to: '/plan', label: 'Show the plan' },
}

const PAUSED: Readonly<Record<NonNullable<Schedule['pauseReason']>, { reason: string; step?: NextStep | undefined }>> =
  {
    requested: { reason: 'Paused manually, until it is resumed.' },
    consent_missing: {
      reason: 'The tenant has not approved you. It resumes automatically after the approval.',
      step: SKIP_STEPS.consent_missing,
    },
    failing: {
      reason: 'The last three runs failed with the same code. Fix the cause, then resume the schedule.',
      step: SKIP_STEPS.failing,
    },
    product_not_allowed: {
      reason: 'The plan does not include the framework. Choose a plan that does, then resume the schedule.',
      step: SKIP_STEPS.product_not_allowed,
    },
  }

/** `Sunday, 10 May 2026`, of a day written YYYY-MM-DD. */
export const formatDate = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

/** `1st`, `22nd`. */
const ordinal = (day: number): string => `${day}${SUFFIXES[PLURAL_RULES.select(day)] ?? 'th'}`

/** `monday` as `Monday`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Every 2 weeks on Sunday`. Without a day of its own, a schedule has that of its first day. */
export function everyWords({ every, startsOn }: Pick<Schedule, 'every' | 'startsOn'>): string {
  const { unit, count = 1 } = every
  const rhythm = count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`
  const day = dayWords(every, startsOn)
  return day === undefined ? rhythm : `${rhythm} on ${day}`
}

function dayWords({ unit, on }: Schedule['every'], startsOn: string): string | undefined {
  if (unit === 'day') return undefined
  if (unit === 'week') return on === undefined ? WEEKDAY.format(new Date(`${startsOn}T00:00:00Z`)) : capitalize(`${on}`)
  const day = on ?? Number(startsOn.slice(8))
  if (day === 'last') return 'the last day'
  return `the ${ordinal(Number(day))}${Number(day) > 28 ? ', or the last day of a shorter month' : ''}`
}

/** `02:00–06:00`; a window that ends on the next day says so. */
export const windowWords = ({ from, to }: Schedule['window']): string =>
  `${from}–${to}${to < from ? ' the next day' : ''}`

/** What became of an occurrence: of all customers with how many, of one customer without. */
export function lastWords({ started, missed, skipped }: LastRun, isForAll: boolean): string {
  const countOf = (customers: number): string => (isForAll ? `${formatNumber(customers)} ` : '')
  const parts = [
    ...(started > 0 ? [isForAll ? `started for ${plural(started, 'customer')}` : 'started'] : []),
    ...(missed > 0 ? [`${countOf(missed)}missed: the service was down`] : []),
    ...skipped.map(({ reason, customers }) => `${countOf(customers)}skipped: ${SKIPPED[reason]}`),
  ]
  return capitalize(parts.join('; '))
}

/** The state of a schedule, why it is paused, and where to do something about it. */
export function stateOf({ status, pauseReason }: Pick<Schedule, 'status' | 'pauseReason'>): {
  tone: Tone | 'dim'
  words: string
  reason?: string
  step?: NextStep | undefined
} {
  if (status === 'active') return { tone: 'good', words: 'Active' }
  if (pauseReason === undefined) return { tone: 'dim', words: 'Paused' }
  return { tone: pauseReason === 'requested' ? 'dim' : 'warn', words: 'Paused', ...PAUSED[pauseReason] }
}

/** Whether an active schedule of all customers skips those whose runs keep failing. */
export const isSkippingFailing = ({ status, customerId, lastRun }: Schedule): boolean =>
  status === 'active' &&
  customerId === ALL_CUSTOMERS &&
  (lastRun?.skipped.some(({ reason }) => reason === 'failing') ?? false)
