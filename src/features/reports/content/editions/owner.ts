import type { Effort } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { type Action, actionsOf } from '../../../../engine/results/actions.ts'
import { planByQuarter } from '../../../../engine/results/plan.ts'
import { unknownsOf } from '../../../../engine/results/unknowns.ts'
import type { Counts } from '../../../../shared/charts/stacked-bars.ts'
import { groupBars } from '../figures/charts.ts'
import { purpose } from '../group-purposes.ts'
import type { ReportInput } from '../input.ts'
import { CONSEQUENCES, OWNER, STATES } from '../words/owner.ts'

/** The content of the owner's edition: no ids, no names of settings. */
export interface OwnerContent {
  meaning: readonly string[]
  areas: readonly { name: string; purpose: string; state: string }[]
  costs: { lead: string; entries: readonly { area: string; says: string }[] }
  quarters: readonly PlannedQuarter[]
  needs: readonly { title: string; how: string }[]
}

export interface PlannedQuarter {
  title: string
  actions: readonly { title: string; effort?: Effort; isCritical: boolean }[]
  /** How many smaller ones are not listed. */
  more: number
}

/** As much as fits on three or four pages. */
const COSTS_SHOWN = 4
const ACTIONS_SHOWN = { first: 6, later: 3 } as const

export function ownerContent({ result, completedAt }: ReportInput): OwnerContent {
  const actions = actionsOf(result)
  const bars = groupBars(result)
  return {
    meaning: meaningOf(result, bars),
    areas: bars.map(({ name, counts }) => ({ name, purpose: purpose(name) ?? '', state: stateOf(counts) })),
    costs: costsOf(bars),
    quarters: planByQuarter(actions, completedAt).map(({ year, quarter, actions: its }, index) => {
      const shown = index === 0 ? ACTIONS_SHOWN.first : ACTIONS_SHOWN.later
      return {
        title: OWNER.quarter(year, quarter),
        actions: its.slice(0, shown).map(toPlanned),
        more: Math.max(0, its.length - shown),
      }
    }),
    needs: needsOf(result, actions),
  }
}

const toPlanned = ({ title, effort, severity }: Action): PlannedQuarter['actions'][number] => ({
  title,
  ...(effort && { effort }),
  isCritical: severity === 'critical',
})

function meaningOf(result: AssessmentResult, bars: readonly { counts: Counts }[]): string[] {
  const sum = (meaning: keyof Counts): number => bars.reduce((total, { counts }) => total + (counts[meaning] ?? 0), 0)
  const [missing, unknown] = [sum('missing') + sum('partly'), sum('unknown')]
  return [
    OWNER.level(result.maturityAchieved, result.target),
    OWNER.counts(sum('in-place'), sum('partly'), sum('missing'), unknown),
    unknown > 0 && OWNER.unknown,
    unknown + missing === 0 && OWNER.protected,
  ].filter((sentence) => sentence !== false)
}

function stateOf(counts: Counts): string {
  const of = (meaning: keyof Counts): number => counts[meaning] ?? 0
  const known = of('in-place') + of('partly') + of('missing')
  if (of('unknown') > known) return STATES.unknown
  if (of('partly') + of('missing') + of('unknown') === 0) return STATES.done
  if (of('missing') > known / 2) return STATES.missing
  return of('in-place') >= (known + of('unknown')) * 0.8 ? STATES.nearly : STATES.partly
}

/** The areas in which most is known to be missing. */
function costsOf(bars: readonly { id: string; name: string; counts: Counts }[]): OwnerContent['costs'] {
  const missing = ({ missing: none = 0, partly = 0 }: Counts): number => none + partly / 2
  const worst = bars
    .filter(({ counts }) => missing(counts) > 0)
    .toSorted((a, b) => missing(b.counts) - missing(a.counts))
  const entries = worst.slice(0, COSTS_SHOWN).flatMap(({ id, name }) => {
    const says = CONSEQUENCES[id]
    return says === undefined ? [] : [{ area: name, says }]
  })
  const hasUnknown = bars.some(({ counts }) => (counts.unknown ?? 0) > 0)
  const lead = entries.length > 0 ? OWNER.costsLead : hasUnknown ? OWNER.noCosts : OWNER.noCostsKnown
  return { lead, entries }
}

function needsOf(result: AssessmentResult, actions: readonly Action[]): { title: string; how: string }[] {
  const unknowns = unknownsOf(result)
  const questions = unknowns.filter(({ kind }) => kind === 'question').length
  const licences = [...new Set(unknowns.flatMap(({ kind, name }) => (kind === 'licence' ? [name] : [])))]
  const permissions = result.missingPermissions?.length ?? 0
  const critical = actions.filter(({ severity }) => severity === 'critical').length
  const larger = actions.filter(({ effort }) => effort === 'days' || effort === 'project').length
  return [
    ...(critical > 0 ? [{ title: OWNER.critical(critical), how: OWNER.criticalHow }] : []),
    ...(permissions > 0 ? [{ title: OWNER.consent, how: OWNER.consentHow(permissions) }] : []),
    ...(questions > 0 ? [{ title: OWNER.answers(questions), how: OWNER.answersHow }] : []),
    ...(licences.length > 0 ? [{ title: OWNER.licences(licences.length), how: OWNER.licencesHow(licences) }] : []),
    ...(larger > 0 ? [{ title: OWNER.time(larger), how: OWNER.timeHow }] : []),
  ]
}
