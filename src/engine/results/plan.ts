import { type Effort, WORK } from '../model/remedy.ts'
import { type Action, effortOf } from './actions.ts'

/** An action as a point on the roadmap. */
export interface RoadmapPoint {
  id: string
  title: string
  effort: Effort
  /** Points of 100 that it adds to the score by itself. */
  value: number
  /** `quick-win`: less than a day, and nothing to buy. */
  kind: 'quick-win' | 'planned' | 'project'
}

const KINDS: Readonly<Record<Effort, RoadmapPoint['kind']>> = {
  minutes: 'quick-win',
  hours: 'quick-win',
  days: 'planned',
  project: 'project',
}

export function kindOf(action: Action): RoadmapPoint['kind'] {
  const kind = KINDS[effortOf(action)]
  return kind === 'quick-win' && needsPurchase(action) ? 'planned' : kind
}

/** Whether a licence must be bought before it can be done. */
export const needsPurchase = ({ licencesToBuy = [] }: Action): boolean => licencesToBuy.length > 0

/** Actions with their value and effort, in the same order; those without a known gain are left out. */
export function roadmapOf(actions: readonly Action[]): RoadmapPoint[] {
  return actions.flatMap((action) => {
    const effort = effortOf(action)
    if (!action.gain) return []
    return [{ id: action.id, title: action.title, effort, value: action.gain.score, kind: kindOf(action) }]
  })
}

/** A calendar quarter and what to do in it. */
export interface Quarter<A extends Action = Action> {
  year: number
  quarter: 1 | 2 | 3 | 4
  actions: A[]
  /** What does not fit in the year of the plan: in this quarter or later. */
  isLater?: true
}

/** Tenths of a working day that a quarter has for this work. */
const CAPACITY = 300
/** As much of it is for quick wins, even if critical actions take all of it: each change needs care and an announcement. */
const FOR_QUICK_WINS = 100

/** A technician's working days in a quarter of the plan, and for quick wins of them. */
export const PLANNED_DAYS = { all: CAPACITY / 10, forQuickWins: FOR_QUICK_WINS / 10 } as const

/** How many calendar days the current quarter must have left for the plan to start in it. */
const DAYS_LEFT = 30

/** A plan covers a year. */
const QUARTERS = 4

/**
 * The actions by quarter, each kind in the given order. Critical ones are all in the first, whatever it has room for. Then
 * quick wins, as many as `FOR_QUICK_WINS` allows; then actions that take days, then projects, as many as `CAPACITY` allows. What
 * needs a licence waits for the second quarter, so that it can be bought, unless it is critical. What does not fit in a year is
 * a last entry. The first quarter is that of `at` (ISO 8601 UTC), or the next if little of it is left. Quarters without actions
 * are left out.
 */
export function planByQuarter<A extends Action>(actions: readonly A[], at: string): Quarter<A>[] {
  const first = firstQuarter(new Date(at))
  const plan: A[][] = Array.from({ length: QUARTERS + 1 }, () => [])
  const quarters = plan.slice(0, QUARTERS)
  const room = quarters.map(() => CAPACITY)
  const forQuickWins = quarters.map(() => FOR_QUICK_WINS)
  const put = (action: A, index: number): void => {
    plan[index]?.push(action)
    room[index] = (room[index] ?? 0) - workOf(action)
  }
  const [critical, quickWins, larger] = [0, 1, 2].map((turn) => actions.filter((action) => turnOf(action) === turn))
  for (const action of critical ?? []) put(action, 0)
  let from = 0
  for (const action of quickWins ?? []) {
    from = firstWith(forQuickWins, workOf(action), from)
    forQuickWins[from] = (forQuickWins[from] ?? 0) - workOf(action)
    put(action, from)
  }
  from = 0
  for (const action of (larger ?? []).toSorted((a, b) => workOf(a) - workOf(b))) {
    // Never in an earlier quarter than the action before it, even if it would fit there.
    const index = firstWith(room, workOf(action), needsPurchase(action) ? Math.max(1, from) : from)
    if (!needsPurchase(action)) from = index
    put(action, index)
  }
  return plan.flatMap((its, index) => {
    if (its.length === 0) return []
    const count = first.year * 4 + (first.quarter - 1) + index
    const when = { year: Math.floor(count / 4), quarter: toQuarter((count % 4) + 1) }
    return [{ ...when, actions: its, ...(index === QUARTERS && { isLater: true as const }) }]
  })
}

/** The first quarter at or after one that has so much room; `QUARTERS` if none has. */
function firstWith(room: readonly number[], work: number, from: number): number {
  const index = room.findIndex((left, at) => at >= from && left >= work)
  return index < 0 ? QUARTERS : index
}

const workOf = (action: Action): number => WORK[effortOf(action)]

/** Critical actions, quick wins, larger ones. */
function turnOf(action: Action): 0 | 1 | 2 {
  if (action.severity === 'critical') return 0
  return kindOf(action) === 'quick-win' ? 1 : 2
}

function firstQuarter(at: Date): { year: number; quarter: 1 | 2 | 3 | 4 } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const quarter = Math.floor(month / 3) + 1
  const end = Date.UTC(year, quarter * 3, 1)
  if (end - at.getTime() >= DAYS_LEFT * 86_400_000) return { year, quarter: toQuarter(quarter) }
  return quarter === 4 ? { year: year + 1, quarter: 1 } : { year, quarter: toQuarter(quarter + 1) }
}

const toQuarter = (number: number): 1 | 2 | 3 | 4 => (number === 1 || number === 2 || number === 3 ? number : 4)
