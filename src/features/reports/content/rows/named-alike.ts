import type { RequirementResult } from '../../../../engine/model/result.ts'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { ACTION_WORDS } from '../words/actions.ts'

/** Lists of the affected, in which what is the same about several stands once. */

type Affected = NonNullable<RequirementResult['affected']>

/** Names about which the same is said, in the order of the first of each; nothing is said about some. */
export interface NamedAlike {
  names: readonly string[]
  /** `in place on 20 of 34 devices`; empty if nothing is said. */
  remark: string
}

/** Ends the name of a setting. */
const REMARK = / \((in place on [\d,]+ of [\d,]+ devices)\)$/

export function namedAlike(items: readonly string[]): NamedAlike[] {
  const remarkOf = (item: string): string => REMARK.exec(item)?.[1] ?? ''
  const byRemark = Map.groupBy(items, remarkOf)
  return [...byRemark].map(([remark, its]) => ({ remark, names: its.map((item) => item.replace(REMARK, '')) }))
}

/** How many are affected: `82 settings`, or a number alone, because the names show whether they are devices, people or others. */
export function affectedCount({ items, total }: Affected): string {
  const areSettings = items.length > 0 && items.every((item) => REMARK.test(item))
  return areSettings ? ACTION_WORDS.settings(total) : formatCount(total)
}

/** As many names as a line has room for, with what is the same about them: `A, B (each in place on 0 of 22 devices)`. */
export function namesText({ items, total }: Affected, max: number): string {
  const all = namedAlike(items.slice(0, max))
  const rest = total - Math.min(items.length, max)
  const more = rest > 0 ? ` ${ACTION_WORDS.moreNames(rest)}` : ''
  const [only, another] = all
  // A result that has only some of the names shows nothing about the others.
  const isOfAll = only && !another && items.length === total && namedAlike(items).length === 1
  if (isOfAll) return `${only.names.join(', ')}${more}${remarkText(only)}`
  return `${all.map((alike) => `${alike.names.join(', ')}${remarkText(alike)}`).join('; ')}${more}`
}

const remarkText = ({ names, remark }: NamedAlike): string =>
  remark === '' ? '' : ` (${names.length > 1 ? ACTION_WORDS.each(remark) : remark})`
