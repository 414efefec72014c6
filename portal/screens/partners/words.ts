import type { Reads } from '../../endpoints.ts'
import { formatAgo, formatNumber } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type Partner = Reads['/distributor/portfolio']['partners'][number]

/** The share of its limit from which a partner is near it. */
const NEAR_SHARE = 0.8

/** How long nothing happens until a partner counts as quiet. */
const QUIET_MS = 30 * 86_400_000

interface StateWords {
  tone: Tone | 'dim'
  words: string
  /** More about it, as a sentence without a full stop. */
  more?: string
}

/** The state of a partner as a badge says it. */
export function stateOf({ status, activation }: Pick<Partner, 'status' | 'activation'>, now: Date): StateWords {
  if (status === 'active') return { tone: 'good', words: 'Active' }
  if (status === 'suspended') return { tone: 'dim', words: 'Suspended' }
  if (activation?.isOverdue) return { tone: 'warn', words: 'Link expired', more: 'Not activated in time' }
  const endsAt = activation?.linkEndsAt
  return {
    tone: 'info',
    words: 'Invited',
    more: endsAt === undefined ? 'The email is on its way' : `The link ends ${formatAgo(endsAt, now)}`,
  }
}

/** What is wrong with the runs of a partner; undefined if nothing. */
export function runsProblemOf({
  status,
  runs: { used, limit },
}: Pick<Partner, 'status' | 'runs'>): StateWords | undefined {
  if (status === 'pending') return undefined
  if (limit === 0) return { tone: 'bad', words: 'Unpaid' }
  if (limit > 0 && used >= limit) return { tone: 'bad', words: 'Limit reached' }
  if (limit > 0 && used >= NEAR_SHARE * limit) return { tone: 'warn', words: 'Near the limit' }
  return undefined
}

/** `12 of 250`, or `12` without a limit. */
export const runsWords = ({ used, limit }: Partner['runs']): string =>
  limit < 0 ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(limit)}`

/** What the list can be narrowed to, in its order. */
export const STATES = {
  active: 'Active',
  pending: 'Invited',
  overdue: 'Link expired',
  suspended: 'Suspended',
  limit: 'Near or at the limit',
  unpaid: 'Unpaid',
  quiet: 'No activity for 30 days',
} as const
export type State = keyof typeof STATES

/** Whether a partner belongs to what a state names. */
export function isIn(state: State, partner: Partner, now: Date): boolean {
  const { status, activation, runs, lastActivityAt, createdAt } = partner
  switch (state) {
    case 'overdue':
      return activation?.isOverdue ?? false
    case 'limit':
      return runs.limit > 0 && runsProblemOf(partner) !== undefined
    case 'unpaid':
      return status !== 'pending' && runs.limit === 0
    case 'quiet':
      return status === 'active' && now.getTime() - Date.parse(lastActivityAt ?? createdAt) > QUIET_MS
    default:
      return status === state
  }
}
