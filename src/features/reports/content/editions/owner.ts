import type { Effort } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import { planByQuarter } from '../../../../engine/results/plan.ts'
import { projectScores } from '../../../../engine/results/projection.ts'
import { unknownsOf } from '../../../../engine/results/unknowns.ts'
import type { Meaning } from '../../../../shared/charts/drawing.ts'
import { spanText } from '../../../../shared/charts/gauge.ts'
import type { Counts } from '../../../../shared/charts/stacked-bars.ts'
import type { Parts } from '../combined.ts'
import { isTooLittleKnown } from '../executive-summary.ts'
import { groupBars } from '../figures/charts.ts'
import { questionAreas } from '../next-steps.ts'
import { listText, missingPermissionsOf, targetState } from '../rules.ts'
import { CONSEQUENCES, OWNER, STATES } from '../words/owner.ts'
import { purpose } from '../words/purposes.ts'

/** What an owner reads about one framework: no ids, no names of settings. */
export interface OwnerPart {
  meaning: readonly string[]
  /** `meaning` gives the mark beside the state. */
  areas: readonly { name: string; purpose: string; state: string; meaning: Meaning }[]
  costs: { lead: string; entries: readonly { area: string; says: string }[] }
}

/** What follows from all frameworks together. */
export interface OwnerPlan {
  /** The text below the title of the plan. */
  lead: string
  quarters: readonly PlannedQuarter[]
  needs: readonly { title: string; how: string }[]
}

export interface PlannedQuarter {
  title: string
  /** The score by its end, if everything up to then is done; empty where it would mislead. */
  score: string
  /** All of them, the most important first. */
  actions: readonly PlannedAction[]
  /** How many are listed at least; more on paper that would otherwise be empty. */
  shown: number
}

export interface PlannedAction {
  title: string
  effort?: Effort
  isCritical: boolean
}

/** As much as fits on three or four pages. */
const COSTS_SHOWN = 4
const ACTIONS_SHOWN = { first: 6, later: 3 } as const

export function ownerPart(result: AssessmentResult): OwnerPart {
  const bars = groupBars(result)
  return {
    meaning: meaningOf(result, bars),
    areas: bars.map(({ name, counts }) => ({ name, purpose: purpose(name) ?? '', ...STATES[stateOf(counts)] })),
    costs: costsOf(bars),
  }
}

/** The plan, which begins on the day of the newest run, and what is needed for it. */
export function ownerPlan({ parts, newest, actions }: Parts): OwnerPlan {
  const results = parts.map(({ result }) => result)
  const isOpen = results.some(({ coverage }) => coverage < 1)
  const plan = planByQuarter(actions, newest.completedAt)
  const scores = scoresByThen(
    parts,
    plan.map(({ actions: its }) => its),
  )
  const lead = actions.length > 0 ? OWNER.planLead : isOpen ? OWNER.noPlanYet : OWNER.noPlan
  return {
    lead: scores.some((score) => score !== '') ? `${lead} ${OWNER.planScores}` : lead,
    quarters: plan.map(({ year, quarter, actions: its, goesOn }, index) => ({
      title: goesOn ? OWNER.andLater(OWNER.quarter(year, quarter)) : OWNER.quarter(year, quarter),
      score: scores[index] ?? '',
      actions: its.map(toPlanned),
      shown: Math.min(its.length, index === 0 ? ACTIONS_SHOWN.first : ACTIONS_SHOWN.later),
    })),
    needs: needsOf(results, actions),
  }
}

/** The scores at the end of each stage of a plan, of every framework of which enough is known. */
function scoresByThen(parts: Parts['parts'], stages: readonly (readonly JointAction[])[]): string[] {
  const projected = parts
    .filter(({ result }) => !isTooLittleKnown(result))
    .map(({ result, productName }) => ({ productName, scores: projectScores(result, stages) }))
  return stages.map((_, index) => {
    const spans = projected.flatMap(({ productName, scores }) => {
      const span = scores?.[index]
      if (!span) return []
      return [parts.length > 1 ? OWNER.scoreIn(productName, spanText(span)) : OWNER.ofHundred(spanText(span))]
    })
    return spans.length > 0 ? OWNER.scoreByThen(listText(spans)) : ''
  })
}

const toPlanned = ({ title, effort, severity }: Action): PlannedAction => ({
  title,
  ...(effort && { effort }),
  isCritical: severity === 'critical',
})

function meaningOf(result: AssessmentResult, bars: readonly { counts: Counts }[]): string[] {
  const sum = (meaning: keyof Counts): number => bars.reduce((total, { counts }) => total + (counts[meaning] ?? 0), 0)
  const [missing, unknown] = [sum('missing') + sum('partly'), sum('unknown')]
  return [
    OWNER.level(result.maturityAchieved, result.target, targetState(result)),
    unknown + missing === 0
      ? sum('in-place') > 0 && OWNER.protected(sum('in-place'))
      : OWNER.counts(sum('in-place'), sum('partly'), sum('missing'), unknown),
    unknown > 0 && OWNER.unknown,
  ].filter((sentence) => sentence !== false)
}

function stateOf(counts: Counts): keyof typeof STATES {
  const of = (meaning: keyof Counts): number => counts[meaning] ?? 0
  const known = of('in-place') + of('partly') + of('missing')
  if (of('unknown') > known) return known === 0 ? 'allUnknown' : 'unknown'
  if (of('partly') + of('missing') + of('unknown') === 0) return 'done'
  if (of('missing') > known / 2) return of('missing') === known + of('unknown') ? 'allMissing' : 'missing'
  return of('in-place') >= (known + of('unknown')) * 0.8 ? 'nearly' : 'partly'
}

/** The text below the title of the costs; never empty, even if an earlier framework had the same sentences. */
export const costsLead = ({ lead, entries }: OwnerPart['costs'], fresh: (text: string) => string): string =>
  fresh(lead) || (entries.length > 0 ? '' : OWNER.noCostsAgain)

/** The areas in which most is known to be missing. */
function costsOf(bars: readonly { id: string; name: string; counts: Counts }[]): OwnerPart['costs'] {
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

function needsOf(results: readonly AssessmentResult[], actions: readonly Action[]): OwnerPlan['needs'] {
  const unknowns = results.flatMap((result) => unknownsOf(result))
  const questions = unknowns.filter(({ kind }) => kind === 'question').length
  const licences = [...new Set(unknowns.flatMap(({ kind, name }) => (kind === 'licence' ? [name] : [])))]
  const permissions = missingPermissionsOf(results).length
  const critical = actions.filter(({ severity }) => severity === 'critical').length
  const larger = actions.filter(({ effort }) => effort === 'days' || effort === 'project').length
  return [
    ...(critical > 0 ? [{ title: OWNER.critical(critical), how: OWNER.criticalHow(critical) }] : []),
    ...(permissions > 0 ? [{ title: OWNER.consent, how: OWNER.consentHow(permissions) }] : []),
    ...(questions > 0 ? [{ title: OWNER.answers(questions), how: OWNER.answersHow(questionAreas(results)) }] : []),
    ...(licences.length > 0 ? [{ title: OWNER.licences(licences.length), how: OWNER.licencesHow(licences) }] : []),
    ...(larger > 0 ? [{ title: OWNER.time(larger), how: OWNER.timeHow(larger) }] : []),
  ]
}
