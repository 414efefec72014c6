import { formatCount } from '../../../../shared/text/numbers.ts'

/** Numbers, lists and levels as the texts of reports write them. */

/** `1 check`, `2 checks`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A level with at most one decimal, as in `2` or `2.4`. */
export const levelText = (level: number): string => String(Math.round(level * 10) / 10)

/** With a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
