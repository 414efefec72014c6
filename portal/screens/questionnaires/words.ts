import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

type List = Reads['/partner/portfolio/questionnaires']
export type Questionnaire = List['questionnaires'][number]
export type Counts = List['counts']

/** The states by which the list is filtered; without one it shows all that wait for answers. */
export const STATES = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'unopened', label: 'Not opened' },
  { value: 'opened', label: 'Opened' },
  { value: 'undelivered', label: 'Email failed' },
  { value: 'answered', label: 'Complete' },
] as const
export type State = (typeof STATES)[number]['value']

/** How far a questionnaire is. */
export function stateOf({ answeredAt, dueAt, people, open }: Questionnaire, now: Date): { tone: Tone; words: string } {
  if (answeredAt !== undefined) return { tone: 'good', words: 'Complete' }
  const left = open === undefined ? '' : `${plural(open, 'question')} open`
  if (people.some(({ mail }) => mail?.status === 'failed')) return { tone: 'bad', words: 'Email failed' }
  if (Date.parse(dueAt) <= now.getTime())
    return { tone: 'warn', words: ['Overdue', left].filter((part) => part !== '').join(', ') }
  return { tone: 'info', words: left || 'Waiting' }
}

/** Why a reminder cannot be sent now; undefined if it can. */
export function whyNotReminded({ canRemind, people, answeredAt }: Questionnaire): string | undefined {
  if (canRemind) return undefined
  if (answeredAt !== undefined) return 'Everything is answered.'
  return people.length === 0 ? 'An email to them is on its way.' : 'They got an email within the last day.'
}

/** What the list says where it is empty because of its state. */
export const EMPTY: Readonly<Record<State, string>> = {
  overdue: 'No questionnaire is overdue.',
  unopened: 'Everybody who was invited has opened the link.',
  opened: 'Nobody has opened a link yet.',
  undelivered: 'No email has failed.',
  answered: 'No questionnaire is complete yet.',
}
