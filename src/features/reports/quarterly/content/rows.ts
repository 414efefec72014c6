import type { SheetContent, SheetList } from './shapes.ts'

/** Lists beside each other; with nothing on the right, those on the left take the whole width. */
export interface Row {
  left: SheetList[]
  right: SheetList[]
}

/** What is next has so few entries in a quarter after which nothing is left that other lists have room below them. */
const FEW = 2

const hasEntries = ({ entries }: SheetList): boolean => entries.length > 0

/** Whether a list says anything. */
const isShown = ({ entries, none, notes }: SheetList): boolean => entries.length > 0 || none !== '' || notes.length > 0

/**
 * What was done beside what is next, and the other lists below them; where one of the two has no or few entries, the others
 * fill its column.
 * Without anything done, a long list of what is next takes the whole width. Lists that say nothing are left out.
 */
export function rowsOf({ done, next, unknown, ending }: SheetContent): Row[] {
  const others = [unknown, ending].filter(isShown)
  if (!isShown(done) && next.entries.length <= FEW) return [{ left: [next], right: others }]
  const [first, ...rest] = others
  const below = first ? [{ left: [first], right: rest }] : []
  if (!isShown(done)) return [{ left: [next], right: [] }, ...below]
  if (next.entries.length <= FEW) return [{ left: [done], right: [next, ...others] }]
  if (!hasEntries(done)) return [{ left: [done, ...others], right: [next] }]
  return [{ left: [done], right: [next] }, ...below]
}
