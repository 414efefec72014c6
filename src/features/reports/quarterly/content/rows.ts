import type { SheetContent, SheetList } from './shapes.ts'

/** Lists beside each other; with nothing on the right, those on the left take the whole width. */
export interface Row {
  left: SheetList[]
  right: SheetList[]
}

const hasEntries = ({ entries }: SheetList): boolean => entries.length > 0

/** Whether a list says anything. */
const isShown = ({ entries, none, notes }: SheetList): boolean => entries.length > 0 || none !== '' || notes.length > 0

/**
 * What was done beside what is next, and the other lists below them; where one of the two has no entries, the others fill
 * its column. Lists that say nothing are left out.
 */
export function rowsOf({ done, next, unknown, ending }: SheetContent): Row[] {
  const others = [unknown, ending].filter(isShown)
  if (!isShown(done)) return [{ left: [next], right: others }]
  if (!hasEntries(next)) return [{ left: [done], right: [next, ...others] }]
  if (!hasEntries(done)) return [{ left: [done, ...others], right: [next] }]
  const [first, ...rest] = others
  return [{ left: [done], right: [next] }, ...(first ? [{ left: [first], right: rest }] : [])]
}
