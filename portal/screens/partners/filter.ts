import type { Sort } from '../../../src/shared/portal/sort-rows.ts'
import { isIn, type Partner, STATES, type State } from './words.ts'

/** The filter of the list as it is in the address. */
export type Values = Readonly<Record<string, string | undefined>>

/** The partners that a filter leaves, in the order of `partners`. A state that nobody knows leaves all. */
export function filterPartners(
  partners: readonly Partner[],
  { q = '', state = '', plan = '' }: Values,
  now: Date,
): Partner[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return partners.filter((partner) => {
    const text = `${partner.company} ${partner.email} ${partner.id}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (plan === '' || partner.plan === plan) &&
      (!isState(state) || isIn(state, partner, now))
    )
  })
}

const isState = (text: string): text is State => Object.hasOwn(STATES, text)

/** The order in the address: the column, after a minus if it is descending. */
export const readSort = (text: string | undefined): Sort | undefined =>
  text === undefined || text === '' ? undefined : { column: text.replace(/^-/, ''), descending: text.startsWith('-') }

export const writeSort = ({ column, descending }: Sort): string => `${descending ? '-' : ''}${column}`
