/** The tables of a report, for CSV and XLSX. */

import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import { type Action, actionsOf } from '../../../engine/results/actions.ts'
import { planByQuarter } from '../../../engine/results/plan.ts'
import { type Unknown, unknownsOf } from '../../../engine/results/unknowns.ts'
import { decisionText } from '../content/exceptions.ts'
import type { ReportInput } from '../content/input.ts'
import { groupNames } from '../content/requirements.ts'
import { VERDICT_WORDS } from '../content/rules.ts'
import { stepsText, UNKNOWN_WORDS } from '../content/words/actions.ts'
import { EFFORT_WORDS } from '../content/words/every-edition.ts'
import { gainText, numberIn } from '../content/words/gains.ts'

export type Cell = string | number | undefined

export interface Table {
  names: readonly string[]
  rows: readonly (readonly Cell[])[]
}

interface About {
  nameOf: (id: string) => string
  target: number
  /** What would make a requirement known, by its id. */
  needsOf: (id: string) => readonly Unknown[]
  /** The actions about a requirement, by its id. */
  actionsFor: (id: string) => readonly Action[]
}

type Columns<T> = Readonly<Record<string, (row: T, about: About) => Cell>>

const BETWEEN = '; '

/** The columns of requirements, with their names in the header line. */
const REQUIREMENT: Columns<RequirementResult> = {
  id: (row) => row.id,
  group: (row) => row.group,
  groupName: (row, { nameOf }) => nameOf(row.group),
  category: (row) => row.category,
  statement: (row) => row.statement,
  levels: (row) => row.levels.join(BETWEEN),
  askedAtTarget: (row, { target }) => (row.levels.includes(target) ? 'yes' : 'no'),
  verdict: (row) => row.verdict,
  verdictText: (row) => VERDICT_WORDS[row.verdict],
  severity: (row) => row.severity,
  accepted: (row) => (row.accepted ? 'yes' : ''),
  exceptions: (row) => row.exceptions?.map((exception) => decisionText(exception)).join(BETWEEN),
  contradiction: (row) => row.contradiction,
  level: (row) => row.level,
  levelAtBest: (row) => row.levelAtBest,
  coverageN: (row) => row.coverage?.n,
  coverageOf: (row) => row.coverage?.of,
  observed: (row) => row.observed,
  expected: (row) => row.expected,
  remedy: (row) => row.remedy,
  affectedTotal: (row) => row.affected?.total,
  affected: (row) => row.affected?.items.join(BETWEEN),
  limitations: (row) => row.limitations.join(' '),
  evidence: (row) => row.evidence.map(evidenceText).join(BETWEEN),
  basis: (row) => row.basis,
  evidenceQuality: (row) => row.quality,
  hint: (row) => row.hint,
  coverageUnit: (row) => row.coverage && (row.coverage.percent ? 'percent' : 'count'),
}

/** The columns about how a requirement is fixed or becomes known, which follow those of the requirement. */
const FIX: Columns<RequirementResult> = {
  answer: (row) => row.answer,
  actions: (row, about) => lines(row, about, ({ title }) => title),
  why: (row, about) => lines(row, about, ({ remedy }) => remedy?.why),
  steps: (row, about) => lines(row, about, ({ remedy }) => remedy && stepsText(remedy)),
  effort: (row, about) => lines(row, about, ({ effort }) => effort),
  licence: (row, about) => lines(row, about, ({ remedy }) => remedy?.licence),
  usersNotice: (row, about) => lines(row, about, ({ remedy }) => remedy?.usersNotice),
  verified: (row, about) => lines(row, about, ({ remedy }) => remedy?.verified),
  documentation: (row, about) =>
    lines(row, about, ({ remedy }) => remedy?.documentation.map(({ url }) => url).join('\n')),
  needed: ({ id, verdict }, { needsOf }) =>
    isUnknown(verdict)
      ? needsOf(id)
          .map(({ kind, name }) => `${UNKNOWN_WORDS.needs[kind]}: ${name}`)
          .join('\n')
      : undefined,
}

/** What each action about a requirement says, on lines of their own. */
function lines({ id }: RequirementResult, { actionsFor }: About, read: (action: Action) => string | undefined): string {
  return actionsFor(id)
    .flatMap((action) => read(action) ?? [])
    .join('\n')
}

interface PlannedAction {
  action: Action
  place: number
  quarter: string
  /** The place of an action by its id. */
  numberOf: (id: string) => number | undefined
}

/** The columns of actions, without ids of requirements. */
const ACTION: Columns<PlannedAction> = {
  order: ({ place }) => place,
  action: ({ action }) => action.title,
  severity: ({ action }) => action.severity,
  effort: ({ action }) => action.effort && EFFORT_WORDS[action.effort],
  gain: ({ action, numberOf }, { nameOf }) => gainText(action, nameOf, numberOf),
  quarter: ({ quarter }) => quarter,
  findings: ({ action }) => action.findings.length,
  why: ({ action }) => action.remedy?.why,
  usersNotice: ({ action }) => action.remedy?.usersNotice,
  licence: ({ action }) => action.remedy?.licence,
  licencesToBuy: ({ action }) => action.licencesToBuy?.join(BETWEEN),
}

/** A line for each of these requirements. */
export function requirementTable({ result }: ReportInput, rows: readonly RequirementResult[]): Table {
  return toTable(REQUIREMENT, rows, aboutOf(result))
}

/** Like `requirementTable`, with how each is fixed or becomes known. */
export function findingTable({ result }: ReportInput, rows: readonly RequirementResult[]): Table {
  const actionsFor = byRequirement(actionsOf(result), ({ findings }) => findings.map(({ id }) => id))
  const needsOf = byRequirement(unknownsOf(result), ({ resolves, helps }) => [...resolves, ...helps])
  return toTable({ ...REQUIREMENT, ...FIX }, rows, { ...aboutOf(result), needsOf, actionsFor })
}

/** Finds the items about a requirement, in their order. */
function byRequirement<T>(items: readonly T[], idsOf: (item: T) => readonly string[]): (id: string) => readonly T[] {
  const found = new Map<string, T[]>()
  for (const item of items) {
    for (const id of new Set(idsOf(item))) found.set(id, [...(found.get(id) ?? []), item])
  }
  return (id) => found.get(id) ?? []
}

/** A line for each action, in order. */
export function actionTable({ result, completedAt }: ReportInput): Table {
  const actions = actionsOf(result)
  const quarters = quartersOf(actions, completedAt)
  const numberOf = numberIn(actions)
  const planned = actions.map((action, index) => ({
    action,
    place: index + 1,
    quarter: quarters.get(action.id) ?? '',
    numberOf,
  }))
  return toTable(ACTION, planned, aboutOf(result))
}

/** The quarter of each action in the plan, by its id: `2026 Q3`, or `2027 Q3 or later`. */
export const quartersOf = (actions: readonly Action[], at: string): Map<string, string> =>
  new Map(
    planByQuarter(actions, at).flatMap(({ year, quarter, isLater, actions: its }) =>
      its.map(({ id }) => [id, `${year} Q${quarter}${isLater ? ' or later' : ''}`] as const),
    ),
  )

/** For columns that are not about how a requirement is fixed or becomes known. */
const aboutOf = (result: ReportInput['result']): About => ({
  nameOf: groupNames(result),
  target: result.target,
  needsOf: () => [],
  actionsFor: () => [],
})

function toTable<T>(columns: Columns<T>, rows: readonly T[], about: About): Table {
  const reads = Object.values(columns)
  return { names: Object.keys(columns), rows: rows.map((row) => reads.map((read) => read(row, about))) }
}

function evidenceText({ dataset, pointer, collectedAt }: Evidence): string {
  return `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${collectedAt}`
}
