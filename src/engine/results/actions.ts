import { hasFailed } from '../evaluation/outcome.ts'
import { type Effort, type Remedy, WORK } from '../model/remedy.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import type { Severity } from '../model/verdict.ts'
import { REMEDIES } from '../remedies/catalogue.ts'
import { licencesToBuy } from '../remedies/licences-to-buy.ts'
import { causesOf, isMetInTenant } from './causes.ts'
import { chooseRemedies, type Fix, fixesFor, isOnlyAnswer, isOnlyNeed, othersBeside, worstOf } from './fixes.ts'
import { type Fixed, type Gain, isWholeStep, measureGains } from './gains.ts'
import { isOnMany, narrowTo, type Part, withOwnHint } from './narrowed.ts'
import { type Priority, priorities, SEVERITIES } from './priorities.ts'
import { extending, withinTarget } from './steps.ts'

/** One thing to do, with every finding that it helps to resolve. */
export interface Action {
  /** Id of the remedy, or of the requirement if it has none. Unique in a result. */
  id: string
  /** What to do: the title of the remedy, or the `remedy` sentence of the requirement. */
  title: string
  /** Without steps that only a higher target needs. Absent if there is none for its finding. */
  remedy?: Remedy
  /** Names of the licences that it requires and the tenant does not have; absent if none. */
  licencesToBuy?: string[]
  /** The worst severity among the causes that it fixes. If a finding has several causes, the worst one has its severity. */
  severity: Severity
  /** At least one, worst first. A finding with several causes is part of several actions. */
  findings: ActionFinding[]
  /** Absent without a remedy. */
  effort?: Effort
  /** What it adds by itself; absent if that is nothing or unknown. */
  gain?: Gain
  /** What it adds by itself, and its share of what it adds together with others; for the order. Absent if unknown. */
  worth?: Points
  /** Ids of other actions that some of its findings need as well, in the order of the actions. */
  together: string[]
  /** What it adds only together with others, for each set of them. */
  jointGains: JointGain[]
  /**
   * Ids of other actions that do in Microsoft 365 a part of what people's answer lacks, in the order of the actions. None for an
   * answer that takes several actions: of which of them they do a part is not known.
   */
  ways: string[]
}

/** What findings add that take several actions, beyond what these add by themselves. */
export interface JointGain extends Points {
  /** Ids of the other actions, in the order of the actions. */
  with: string[]
  /** The action does only a part of what the others do, in Microsoft 365. */
  isWay?: true
}

/** A finding with what an action fixes of it. */
export interface ActionFinding extends Priority {
  /** The action does what people's answer lacks; the finding is resolved by a better answer, whatever it is based on. */
  isWay?: true
  /** The tenant does all that readings can show of it; people's answer falls short for the rest. */
  isMet?: true
  /** How many actions it takes, if it takes several. */
  actions?: number
}

/** Points of 100, not rounded, of the score and of its ceiling. */
export type Points = Pick<Gain, 'score' | 'ceiling'>

/** An action without a remedy counts as `days`. */
export const effortOf = ({ effort = 'days' }: Action): Effort => effort

/**
 * What to do about the findings of a result. Findings that share a remedy are one action. A failed check is fixed by one
 * remedy: of several, the one that resolves the most causes. If people's answer falls short, all remedies for the question
 * are needed, because each is a different part of the work; what the tenant lacks for it is an action as well, which adds
 * nothing without a better answer. `beside` are results of the same tenant by other frameworks,
 * whose causes count as well when a remedy is chosen.
 *
 * Ordered by severity; then actions that raise a level to a whole one by themselves first; then by their worth per working day (points
 * of the score, then of the ceiling); then by the smaller effort; then by the order of the findings.
 */
export function actionsOf(
  result: AssessmentResult,
  remedies: readonly Remedy[] = REMEDIES,
  beside: readonly AssessmentResult[] = [],
): Action[] {
  // A fix also counts for rows that the target does not ask for, and for rows whose risk is accepted.
  const rows = result.requirements.filter((row) => hasFailed(row.verdict))
  const causes = new Map(rows.map((row) => [row, causesOf(row, result)]))
  const elsewhere = beside.flatMap((other) =>
    other.requirements.flatMap((row) => (hasFailed(row.verdict) ? causesOf(row, other) : [])),
  )
  const remedyFor = chooseRemedies([...causes.values()].flat().concat(elsewhere), remedies)
  const fixesOf = new Map(rows.map((row) => [row, fixesFor(row, causes.get(row) ?? [], remedyFor)]))
  const found = new Map<string, { remedy: Remedy | undefined; rows: RequirementResult[] }>()
  for (const [row, fixes] of fixesOf) {
    for (const [id, { remedy }] of fixes) {
      const known = found.get(id)
      if (known) known.rows.push(row)
      else found.set(id, { remedy, rows: [row] })
    }
  }
  const findings = new Map(priorities(result, Number.POSITIVE_INFINITY).map((finding) => [finding.id, finding]))
  const place = new Map([...findings.keys()].map((id, index) => [id, index]))
  const placeIn = (id: string): number => place.get(id) ?? Number.MAX_SAFE_INTEGER
  const gainOf = measureGains(result)
  const shares = gainOf && sharesOf(fixesOf, gainOf)
  const actions = [...found].flatMap(([id, { remedy, rows: its }]): Action[] => {
    const wanted = its.filter((row) => row.severity)
    // A requirement may have several rows; its finding is about the first.
    const firsts = new Map(wanted.toReversed().map((row) => [row.id, row]))
    const own = [...firsts.values()]
      .toSorted((a, b) => placeIn(a.id) - placeIn(b.id))
      .flatMap((row): ActionFinding[] => {
        const finding = findings.get(row.id)
        const fixes = fixesOf.get(row)
        const fix = fixes?.get(id)
        if (!finding || !fixes || !fix) return []
        return [
          {
            ...withOwnHint(narrowTo(finding, row, fix), row, remedy),
            ...(fixes.size > 1 && { actions: fixes.size }),
            ...(fix.isWay && { isWay: true }),
            ...(isMetInTenant(row) && { isMet: true }),
          },
        ]
      })
    const [worst] = own
    if (!worst) return []
    const others = (rows: readonly RequirementResult[], isMeant: (fix: Fix) => boolean): string[] => [
      ...new Set(rows.flatMap((row) => othersBeside(fixesOf.get(row), id, isMeant))),
    ]
    const isAnsweredAlone = (row: RequirementResult): boolean => isOnlyAnswer(fixesOf.get(row), id)
    const gain = gainOf?.(its.filter((row) => isOnlyNeed(fixesOf.get(row), id)))
    const onMany = wanted.flatMap((row) => isOnMany(row, fixesOf.get(row)?.get(id) ?? NOTHING) ?? [])
    const isBegun = onMany.length > 0 && onMany.every(Boolean)
    const toBuy = remedy ? licencesToBuy(remedy, result) : []
    return [
      {
        id,
        title: remedy?.title ?? worst.remedy,
        ...(remedy && {
          remedy: withinTarget(isBegun ? extending(remedy) : remedy, result.target),
          effort: remedy.effort,
        }),
        ...(toBuy.length > 0 && { licencesToBuy: toBuy }),
        severity: worstOf(wanted.map((row) => fixesOf.get(row)?.get(id)?.severity)) ?? worst.severity,
        findings: own,
        ...(gain && { gain }),
        ...(shares && { worth: addPoints(gain, shares.get(id)) }),
        together: others(wanted, ({ isWay }) => !isWay),
        jointGains: gainOf ? jointGainsOf(id, wanted, fixesOf, gainOf) : [],
        ways: others(wanted.filter(isAnsweredAlone), ({ isWay }) => isWay),
      },
    ]
  })
  const placeOf = ({ findings: [first] }: Action): number => placeIn(first?.id ?? '')
  const sorted = actions.toSorted((a, b) => compareActions(a, b) || placeOf(a) - placeOf(b))
  return withOrdered(sorted)
}

/** The actions with their references to others in the order of the actions. */
export function withOrdered<A extends Action>(actions: readonly A[]): A[] {
  const place = new Map(actions.map(({ id }, index) => [id, index]))
  const placeIn = (id: string): number => place.get(id) ?? 0
  const ordered = (ids: readonly string[]): string[] =>
    [...new Set(ids)].filter((id) => place.has(id)).sort((a, b) => placeIn(a) - placeIn(b))
  return actions.map((action) => {
    const jointGains = action.jointGains.map((gain) => ({ ...gain, with: ordered(gain.with) }))
    return { ...action, together: ordered(action.together), ways: ordered(action.ways), jointGains }
  })
}

const NOTHING: Part = { checks: new Set(), isAnswer: false }

/** What an action adds with each set of others that its rows need; the largest first. */
function jointGainsOf(
  id: string,
  rows: readonly RequirementResult[],
  fixesOf: ReadonlyMap<RequirementResult, ReadonlyMap<string, Fix>>,
  gainOf: (fixed: Fixed) => Gain | undefined,
): JointGain[] {
  const others = (row: RequirementResult): string[] => othersBeside(fixesOf.get(row), id, (fix) => !fix.isWay)
  const isWay = (row: RequirementResult): boolean => fixesOf.get(row)?.get(id)?.isWay === true
  return [...Map.groupBy(rows, (row) => JSON.stringify([isWay(row), others(row)])).values()]
    .flatMap((its): JointGain[] => {
      const [first] = its
      if (!first || others(first).length === 0) return []
      const gain = gainOf(its)
      if (!gain) return []
      return [{ score: gain.score, ceiling: gain.ceiling, with: others(first), ...(isWay(first) && { isWay: true }) }]
    })
    .toSorted((a, b) => b.score - a.score || b.ceiling - a.ceiling)
}

/** What each action adds together with others: the gain of every finding that takes several actions, in equal shares. */
function sharesOf(
  fixesOf: ReadonlyMap<RequirementResult, ReadonlyMap<string, Fix>>,
  gainOf: (fixed: Fixed) => Gain | undefined,
): Map<string, Points> {
  const shares = new Map<string, Points>()
  for (const [row, fixes] of fixesOf) {
    const gain = fixes.size > 1 && gainOf([row])
    if (!gain) continue
    const share = { score: gain.score / fixes.size, ceiling: gain.ceiling / fixes.size }
    for (const id of fixes.keys()) if (!isOnlyNeed(fixes, id)) shares.set(id, addPoints(shares.get(id), share))
  }
  return shares
}

export const addPoints = (a: Points = NO_POINTS, b: Points = NO_POINTS): Points => ({
  score: a.score + b.score,
  ceiling: a.ceiling + b.ceiling,
})

const NO_POINTS: Points = { score: 0, ceiling: 0 }

/** The published order of actions, except for the last criterion, the order of their findings. */
export function compareActions(a: Action, b: Action): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    Number(raisesLevel(b)) - Number(raisesLevel(a)) ||
    perWork(b, b.worth?.score) - perWork(a, a.worth?.score) ||
    perWork(b, b.worth?.ceiling) - perWork(a, a.worth?.ceiling) ||
    WORK[effortOf(a)] - WORK[effortOf(b)]
  )
}

const raisesLevel = ({ gain }: Action): boolean =>
  [...(gain?.level ? [gain.level] : []), ...(gain?.groups ?? [])].some(isWholeStep)

// Rounded, so that rounding errors in the gains do not decide the order.
const perWork = (action: Action, points = 0): number => Math.round((1e6 * points) / WORK[effortOf(action)])
