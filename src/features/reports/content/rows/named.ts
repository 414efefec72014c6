import type { RequirementResult } from '../../../../engine/model/result.ts'
import { ACTION_WORDS } from '../words/actions.ts'

/** Names in the text of a finding that its list of the affected has as well. */

type Affected = NonNullable<RequirementResult['affected']>

/** Names without spaces, such as accounts and devices, of which a text leaves out some. */
const SHORTENED = /(: )?((?:[^\s,():]+, )*[^\s,():]+) and ([\d,]+) more\b/g

/** Ends with a sentence that says how many they are. */
const COUNTED = /(?:^|[.!?] )([\d,]+) [^.!?]*$/

/**
 * A text that refers to the list of the affected where it would begin to name all of them. A sentence that says how many
 * they are needs no reference.
 */
export function withoutListed(text: string, affected: Affected | undefined): string {
  if (!affected) return text
  const { items, total } = affected
  return text.replace(SHORTENED, (whole, colon: string | undefined, list: string, more: string, at: number) => {
    const names = list.split(', ')
    const isAll = names.length + toNumber(more) === total
    if (!isAll || !names.every((name) => items.includes(name))) return whole
    const [, count] = COUNTED.exec(text.slice(0, at)) ?? []
    if (colon !== undefined && count !== undefined && toNumber(count) === total) return ''
    return `${colon ?? ''}${ACTION_WORDS.allAffected(total)}`
  })
}

const toNumber = (count: string): number => Number(count.replaceAll(',', ''))

/** Whether a text names everybody and everything that is affected, so that a list would only repeat it. */
export function isAllNamed(text: string, { items, total }: Affected): boolean {
  return items.length === total && items.every((item) => isNamed(text, item))
}

/** Part of a longer name is not the name. */
function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + name.length)]
    if (!/[\w@.-]$/.test(before) && !/^([\w@-]|\.\w)/.test(after)) return true
  }
  return false
}
