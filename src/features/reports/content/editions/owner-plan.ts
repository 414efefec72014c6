import type { Effort } from '../../../../engine/model/remedy.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import type { JointAction } from '../../../../engine/results/joint-actions.ts'
import {
  kindOf,
  needsPurchase,
  PLANNED_DAYS,
  planByQuarter,
  type Quarter,
  type RoadmapPoint,
} from '../../../../engine/results/plan.ts'
import { projectScores } from '../../../../engine/results/projection.ts'
import { unknownsOf } from '../../../../engine/results/unknowns.ts'
import { spanText } from '../../../../shared/charts/gauge.ts'
import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import type { Parts } from '../combined.ts'
import { type NextStep, nextSteps, questionAreas } from '../next-steps.ts'
import { groupNames } from '../requirements.ts'
import { listText, missingPermissionsOf } from '../rules.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from '../words/actions.ts'
import { OWNER } from '../words/owner.ts'

/** What follows from all frameworks together. */
export interface OwnerPlan {
  title: string
  /** The text below the title. */
  lead: string
  /** Empty if nothing is known to be missing: what is needed then stands below the lead. */
  quarters: readonly PlannedQuarter[]
  needs: readonly Need[]
  /** The text below the title of what is needed, where a plan stands above it. */
  needsLead: string
}

/** Something that is needed of the owner. */
export interface Need {
  title: string
  how: string
}

export interface PlannedQuarter {
  title: string
  /** The score by its end, if everything up to then is done; empty where it would mislead. */
  score: string
  /** In place of a long list of what comes later; empty if there is none. */
  summary: string
  /** All of them, the most important first. */
  actions: readonly PlannedAction[]
  /** How many are listed, all critical ones among them: more on paper that would otherwise be empty, fewer if it is short. None beside a summary. */
  shown: number
}

export interface PlannedAction {
  title: string
  effort?: Effort
  isCritical: boolean
  /** A licence that must be bought first; empty if none. */
  purchase: string
}

/** As many actions as are listed without being asked for. */
const ACTIONS_SHOWN = { first: 6, later: 3 } as const

/** The plan, which begins on the day of the newest run, and what is needed for it. */
export function ownerPlan({ parts, newest, actions }: Parts): OwnerPlan {
  const results = parts.map(({ result }) => result)
  const plan = planByQuarter(actions, newest.completedAt)
  const needs = needsOf(results, plan)
  const needsLead = OWNER.needsLead(needs.length, missingPermissionsOf(results).length > 0)
  if (actions.length === 0) {
    const isOpen = results.some(({ coverage }) => coverage < 1)
    return {
      title: OWNER.now,
      lead: isOpen ? OWNER.nothingYet(waysToKnow(results)) : OWNER.nothing,
      quarters: [],
      needs,
      needsLead,
    }
  }
  const scores = scoresByThen(parts, plan)
  return {
    title: OWNER.plan,
    lead: leadOf(parts, actions, scores),
    quarters: plan.map((quarter, index) => ({
      ...entryOf(quarter, index === 0 ? ACTIONS_SHOWN.first : ACTIONS_SHOWN.later),
      score: scores[index] ?? '',
    })),
    needs,
    needsLead,
  }
}

/** What the plan is based on. Beside other frameworks, those without a score are named. */
function leadOf(parts: Parts['parts'], actions: readonly Action[], scores: readonly string[]): string {
  const hasPurchases = actions.some((action) => needsPurchase(action) && !isCritical(action))
  const lead = [
    OWNER.planLead(PLANNED_DAYS.all, PLANNED_DAYS.forQuickWins),
    ...(hasPurchases ? [OWNER.planPurchases] : []),
    ...(actions.some(({ effort }) => effort === 'project') ? [OWNER.planProjects] : []),
  ].join(' ')
  if (scores.every((score) => score === '')) return lead
  const without = parts.filter(({ result }) => isTooLittleKnown(result)).map(({ productName }) => productName)
  return [lead, OWNER.planScores, ...(without.length > 0 ? [OWNER.noScores(without)] : [])].join(' ')
}

function entryOf(
  { year, quarter, isLater, actions }: Quarter<JointAction>,
  max: number,
): Omit<PlannedQuarter, 'score'> {
  const title = isLater ? OWNER.after(year, quarter) : OWNER.quarter(year, quarter)
  const summary = isLater && actions.length > max ? OWNER.later(actions.length, kindsOf(actions), areasOf(actions)) : ''
  const listed = Math.max(max, actions.filter(isCritical).length)
  // A line about a single other one would take the room of its title.
  const shown = summary !== '' ? 0 : actions.length <= listed + 1 ? actions.length : listed
  return { title, summary, actions: actions.map(toPlanned), shown }
}

/** How many actions are of each kind, without kinds that none is of. */
function kindsOf(actions: readonly Action[]): (readonly [kind: RoadmapPoint['kind'], count: number])[] {
  const kinds = ['quick-win', 'planned', 'project'] as const
  const counts = kinds.map((kind) => [kind, actions.filter((action) => kindOf(action) === kind).length] as const)
  return counts.filter(([, count]) => count > 0)
}

/** As many areas as a sentence can name. */
const AREAS_SHOWN = 3

/** The areas of most actions by their worst finding, the largest first, and whether there are others. */
function areasOf(actions: readonly JointAction[]): { names: string[]; hasOthers: boolean } {
  const names = actions.flatMap(({ parts }) =>
    parts.slice(0, 1).flatMap(({ result, action }) => {
      const [id] = action.findings[0]?.groups ?? []
      return id === undefined ? [] : [groupNames(result)(id)]
    }),
  )
  const areas = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length)
  return {
    names: areas.slice(0, AREAS_SHOWN).map(([name, its]) => UNKNOWN_WORDS.inArea(name, its.length)),
    hasOthers: areas.length > AREAS_SHOWN,
  }
}

/** The scores at the end of each entry of a plan, of every framework of which enough is known. */
function scoresByThen(parts: Parts['parts'], plan: readonly Quarter<JointAction>[]): string[] {
  const stages = plan.map(({ actions }) => actions)
  const projected = parts
    .filter(({ result }) => !isTooLittleKnown(result))
    .map(({ result, productName }) => ({ productName, scores: projectScores(result, stages) }))
  return plan.map(({ isLater }, index) => {
    const spans = projected.flatMap(({ productName, scores }) => {
      const span = scores?.[index]
      return span ? [{ productName, text: spanText(span) }] : []
    })
    if (spans.length === 0) return ''
    return (isLater ? OWNER.scoreAtEnd : OWNER.scoreByThen)(inWords(spans, parts.length))
  })
}

/** Scores of some or all frameworks of a report; the same score of all of them once. */
function inWords(spans: readonly { productName: string; text: string }[], frameworks: number): string {
  const first = spans[0]?.text ?? ''
  if (frameworks === 1) return OWNER.ofHundred(first)
  if (spans.length === frameworks && spans.every(({ text }) => text === first)) return OWNER.inEach(first)
  return OWNER.ofHundred(listText(spans.map(({ productName, text }) => OWNER.scoreIn(productName, text))))
}

const isCritical = ({ severity }: Action): boolean => severity === 'critical'

const toPlanned = (action: Action): PlannedAction => ({
  title: action.title,
  ...(action.effort && { effort: action.effort }),
  isCritical: isCritical(action),
  purchase: action.licencesToBuy ? ACTION_WORDS.toBuy(action.licencesToBuy) : '',
})

type Way = Exclude<NextStep['kind'], 'reading'>

/** What an owner can do so that more is known, the most useful first. */
const waysToKnow = (results: readonly AssessmentResult[]): Way[] => [
  ...new Set(nextSteps(results).flatMap(({ kind }) => (kind === 'reading' ? [] : [kind]))),
]

function needsOf(results: readonly AssessmentResult[], plan: readonly Quarter[]): Need[] {
  const all = plan.flatMap(({ actions }) => actions)
  const actions = plan.flatMap(({ isLater, actions: its }) => (isLater ? [] : its))
  const unknowns = results.flatMap((result) => unknownsOf(result))
  const questions = unknowns.filter(({ kind }) => kind === 'question').length
  const toKnow = [...new Set(unknowns.flatMap(({ kind, name }) => (kind === 'licence' ? [name] : [])))]
  const toBuy = countEach(all.flatMap(({ licencesToBuy = [] }) => licencesToBuy))
  const licences = new Set([...toBuy.map(([name]) => name), ...toKnow])
  const permissions = missingPermissionsOf(results).length
  const critical = actions.filter(isCritical).length
  const larger = actions.filter(
    (action) => !isCritical(action) && (action.effort === 'days' || action.effort === 'project'),
  ).length
  // As on the first page, where each framework has its own.
  const findings = results.reduce((sum, result) => sum + result.critical, 0)
  const approval = critical > 0 ? [{ title: OWNER.critical(critical), how: OWNER.criticalHow(critical, findings) }] : []
  const needs: Readonly<Record<Way, Need>> = {
    permission: { title: UNKNOWN_WORDS.approval(permissions), how: OWNER.approvalHow },
    question: { title: OWNER.answers(questions), how: OWNER.answersHow(questionAreas(results)) },
    licence: {
      title: OWNER.licences(toBuy.length, toKnow.length, licences.size),
      how: OWNER.licencesHow(toBuy, toKnow),
    },
  }
  const ways = new Set([...waysToKnow(results), ...(toBuy.length > 0 ? (['licence'] as const) : [])])
  // As on the first page, what makes enough known comes first; money is decided after the approval.
  const isBefore = (kind: Way, index: number): boolean => index === 0 || kind !== 'licence'
  const before = results.some(isTooLittleKnown) ? [...ways].filter(isBefore) : []
  const after = [...ways].filter((kind) => !before.includes(kind))
  return [
    ...before.map((kind) => needs[kind]),
    ...approval,
    ...after.map((kind) => needs[kind]),
    ...(larger > 0 ? [{ title: OWNER.time(larger, critical > 0), how: OWNER.timeHow(larger) }] : []),
  ]
}

/** Each name with how often it occurs, the most frequent first. */
const countEach = (names: readonly string[]): (readonly [name: string, count: number])[] =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, its]) => [name, its.length] as const)
    .toSorted(([, a], [, b]) => b - a)
