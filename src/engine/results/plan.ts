import type { Effort } from '../model/remedy.ts'
import { type Action, effortOf } from './actions.ts'

/** An action as a point on the roadmap. */
export interface RoadmapPoint {
  id: string
  title: string
  effort: Effort
  /** Points of 100 that it adds to the score by itself. */
  value: number
  /** `quick-win`: less than a day. */
  kind: 'quick-win' | 'planned' | 'project'
}

const KINDS: Readonly<Record<Effort, RoadmapPoint['kind']>> = {
  minutes: 'quick-win',
  hours: 'quick-win',
  days: 'planned',
  project: 'project',
}

/** Actions with their value and effort, in the same order; those without a known gain are left out. */
export function roadmapOf(actions: readonly Action[]): RoadmapPoint[] {
  return actions.flatMap((action) => {
    const effort = effortOf(action)
    if (!action.gain) return []
    return [{ id: action.id, title: action.title, effort, value: action.gain.score, kind: KINDS[effort] }]
  })
}

/** A calendar quarter and what to do in it. */
export interface Quarter<A extends Action = Action> {
  year: number
  quarter: 1 | 2 | 3 | 4
  actions: A[]
  /** The last quarter of the plan has more than fits in it, so that work goes on later. */
  goesOn?: true
}

/** Working days that an action takes, and how many a quarter has for this work. */
const DAYS: Readonly<Record<Effort, number>> = { minutes: 0.1, hours: 0.5, days: 5, project: 20 }
const CAPACITY = 30

/** How many calendar days the current quarter must have left for the plan to start in it. */
const DAYS_LEFT = 30

/** A plan covers a year. */
const MAX_QUARTERS = 4

/**
 * The actions by quarter: critical ones and quick wins first, then those that take days, then projects, each in the given
 * order. A quarter takes as much as `CAPACITY` allows, except that critical actions and quick wins are never put off. What
 * does not fit in a year is in its last quarter. The first quarter is that of `at` (ISO 8601 UTC), or the next if little of it is left.
 * Quarters without actions are left out.
 */
export function planByQuarter<A extends Action>(actions: readonly A[], at: string): Quarter<A>[] {
  const first = firstQuarter(new Date(at))
  const plan: A[][] = Array.from({ length: MAX_QUARTERS }, () => [])
  const room = plan.map(() => CAPACITY)
  const ordered = [0, 1, 2].flatMap((turn) => actions.filter((action) => turnOf(action) === turn))
  let from = 0
  for (const action of ordered) {
    const days = DAYS[effortOf(action)]
    if (turnOf(action) > 0) {
      // Never in an earlier quarter than the action before it, even if it would fit there.
      const fits = room.findIndex((left, index) => index >= from && left >= days)
      from = fits < 0 ? MAX_QUARTERS - 1 : fits
    }
    plan[from]?.push(action)
    room[from] = (room[from] ?? 0) - days
  }
  return plan.flatMap((its, index) => {
    if (its.length === 0) return []
    const count = first.year * 4 + (first.quarter - 1) + index
    const goesOn = index === MAX_QUARTERS - 1 && (room[index] ?? 0) < 0
    const when = { year: Math.floor(count / 4), quarter: toQuarter((count % 4) + 1) }
    return [{ ...when, actions: its, ...(goesOn && { goesOn }) }]
  })
}

/** Critical actions come with the quick wins; projects come last. */
function turnOf(action: Action): number {
  if (action.severity === 'critical') return 0
  return { 'quick-win': 0, planned: 1, project: 2 }[KINDS[effortOf(action)]]
}

function firstQuarter(at: Date): { year: number; quarter: 1 | 2 | 3 | 4 } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const quarter = Math.floor(month / 3) + 1
  const end = Date.UTC(year, quarter * 3, 1)
  if (end - at.getTime() >= DAYS_LEFT * 86_400_000) return { year, quarter: toQuarter(quarter) }
  return quarter === 4 ? { year: year + 1, quarter: 1 } : { year, quarter: toQuarter(quarter + 1) }
}

const toQuarter = (number: number): 1 | 2 | 3 | 4 => (number === 1 || number === 2 || number === 3 ? number : 4)
