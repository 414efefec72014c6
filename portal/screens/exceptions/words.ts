import type { Reads } from '../../endpoints.ts'

type List = Reads['/partner/portfolio/exceptions']
export type Exception = List['exceptions'][number]
export type State = keyof List['counts']

/** The tabs; the first is the default. */
export const STATES: readonly { value: State; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'ending', label: 'End within 30 days' },
  { value: 'expired', label: 'Ended' },
]

/** What the list says where it is empty. */
export const EMPTY: Readonly<Record<State, { title: string; text: string }>> = {
  active: {
    title: 'No exceptions',
    text: 'On a customer’s screen, record who accepted a risk, or what replaces a requirement, and until when.',
  },
  ending: { title: 'Nothing ends soon', text: 'Exceptions that end within 30 days appear here.' },
  expired: {
    title: 'Nothing has ended',
    text: 'Exceptions that have ended appear here: their findings are open again.',
  },
}

/** The pages of a list by end. */
export const BY_END = { first: 'First page', next: 'Next page', last: 'This is the last page.' }
