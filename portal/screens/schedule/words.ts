import type { Reads } from '../../endpoints.ts'
import { formatNumber } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'
import { capitalize, SKIPPED } from '../schedules/words.ts'

export type History = Reads['/partner/schedules/:id/history']
export type Day = History['days'][number]
export type Occurrence = Reads['/partner/schedules/:id/occurrences']['occurrences'][number]
type Outcome = Occurrence['outcome']

/** The outcomes by which occurrences are filtered. */
export const OUTCOMES: readonly { value: string; label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'started', label: 'Started' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'missed', label: 'Missed' },
]

const MISSED = 'the service was down'

/** The outcome of an occurrence, and why it did not start a run. */
export function outcomeOf(outcome: Outcome): { tone: Tone | 'dim'; words: string; reason?: string } {
  if (outcome === undefined) return { tone: 'dim', words: 'Waiting' }
  if (outcome === 'started') return { tone: 'good', words: 'Started' }
  if (outcome === 'missed') return { tone: 'bad', words: 'Missed', reason: `${capitalize(MISSED)}.` }
  return { tone: 'warn', words: 'Skipped', reason: `${capitalize(SKIPPED[outcome])}.` }
}

/** `12 started; 3 skipped: the month’s runs are used up`. */
export const dayWords = ({ outcomes }: Day): string =>
  outcomes.map(({ outcome, customers }) => `${formatNumber(customers)} ${partWords(outcome)}`).join('; ')

function partWords(outcome: Outcome): string {
  if (outcome === undefined) return 'waiting'
  if (outcome === 'started') return 'started'
  if (outcome === 'missed') return `missed: ${MISSED}`
  return `skipped: ${SKIPPED[outcome]}`
}
