import { DAY_MS } from '../../../../shared/datetime.ts'
import type { Action } from './actions.ts'

/** A quarter of a calendar year with what to do in it. */
export interface Quarter {
  year: number
  quarter: number
  actions: Action[]
}

/** How many quarters after the first an action waits at least: what is critical and the quick wins come first. */
const turnOf = ({ severity, effort }: Action): number =>
  severity === 'critical' || effort === 'minutes' || effort === 'hours' ? 0 : effort === 'project' ? 2 : 1

/** A quarter begins with this many days left, or the next one is the first. */
const DAYS_LEFT = 30
const PER_QUARTER = 12
const QUARTERS = 4

/** The actions by quarter, in their order: critical ones and quick wins, then what takes days, then projects. */
export function planByQuarter(actions: readonly Action[], at: string): Quarter[] {
  const first = firstQuarter(new Date(at))
  const plan: Action[][] = Array.from({ length: QUARTERS }, () => [])
  let from = 0
  for (const turn of [0, 1, 2]) {
    for (const action of actions.filter((one) => turnOf(one) === turn)) {
      const isFull = (plan[from]?.length ?? 0) >= PER_QUARTER && action.severity !== 'critical'
      if (isFull && from < QUARTERS - 1) from++
      plan[action.severity === 'critical' ? 0 : from]?.push(action)
    }
    if (from < QUARTERS - 1 && (plan[from]?.length ?? 0) > 0) from++
  }
  return plan.flatMap((its, index) => {
    const count = first + index
    return its.length === 0 ? [] : [{ year: Math.floor(count / 4), quarter: (count % 4) + 1, actions: its }]
  })
}

/** Quarters since the year 0. */
function firstQuarter(at: Date): number {
  const [year, index] = [at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3)]
  const end = Date.UTC(year, index * 3 + 3, 1)
  return year * 4 + index + (end - at.getTime() < DAYS_LEFT * DAY_MS ? 1 : 0)
}
