import type { RequirementResult } from '../../../../engine/model/result.ts'
import { ROW } from '../words/rows.ts'

/** The title of rows outside the target, with the levels that ask for them. */
export const outsideTitle = (rows: readonly RequirementResult[]): string =>
  ROW.outside(rows.length, levelsText([...new Set(rows.flatMap(({ levels }) => levels))].toSorted((a, b) => a - b)))

/** `levels 1 to 3`. */
export function levelsText(levels: readonly number[]): string {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined) return ROW.noLevel
  if (levels.length === 1) return ROW.oneLevel(first)
  const unbroken = levels.length > 2 && last - first === levels.length - 1
  return unbroken ? ROW.levelsTo(first, last) : ROW.levels(levels)
}
