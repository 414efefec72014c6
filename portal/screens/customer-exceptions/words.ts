import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type Exception = Reads['/partner/customers/:id/exceptions']['exceptions'][number]
export type Kind = Exception['kind']

/** What a change of an exception makes out of date. */
export const CHANGES = { invalidates: ['/partner/customers', '/partner/portfolio'] }

export const KINDS: Readonly<Record<Kind, { label: string; effect: string }>> = {
  'accepted-risk': {
    label: 'Accepted risk',
    effect: 'The finding is closed, but the requirement earns no points.',
  },
  'compensating-control': {
    label: 'Compensating control',
    effect: 'Another control gives the same protection, so the requirement counts as met.',
  },
  'emergency-account': {
    label: 'Emergency account',
    effect: 'Checks ignore the account, in every framework.',
  },
}

const SOON_MS = 30 * DAY_MS

/** Whether an exception counts, and whether it ends soon. */
export function stateOf(
  { status, expiresAt }: Pick<Exception, 'status' | 'expiresAt'>,
  now: Date,
): { tone: Tone | 'dim'; words: string } {
  if (status === 'expired') return { tone: 'bad', words: 'Ended: finding is open again' }
  const leftMs = Date.parse(expiresAt) - now.getTime()
  if (leftMs > SOON_MS) return { tone: 'good', words: 'Active' }
  return { tone: 'warn', words: `Ends in ${plural(Math.max(0, Math.ceil(leftMs / DAY_MS)), 'day')}` }
}
