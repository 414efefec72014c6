import { hasFailed } from '../../engine/evaluation/outcome.ts'
import { gainsOf } from '../../engine/evaluation/points.ts'
import { type Priority, priorities } from '../../engine/evaluation/priorities.ts'
import { isUnknown } from '../../engine/evaluation/unknowns.ts'
import type { RecordedException } from '../../engine/model/exception.ts'
import type { Scoring } from '../../engine/model/framework.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../engine/model/result.ts'
import type { Verdict } from '../../engine/model/verdict.ts'
import { dayText } from '../../shared/datetime.ts'
import {
  askedGroups,
  countKnown,
  groupNoun,
  levelText,
  listText,
  plural,
  scoreLines,
  scoringOf,
  unknownPoints,
} from './rules.ts'

/** Sentences of a report that page and PDF share. */

/** In the order in which they are explained. */
export const VERDICTS: readonly Verdict[] = [
  'effective',
  'partial',
  'ineffective',
  'alternate',
  'not_applicable',
  'no_visibility',
  'not_licensed',
  'not_assessed',
]

/** As many as somebody can plan for; the rest stands under each group. */
const FIRST_THINGS = 10

export interface FirstThings {
  lead: string
  things: readonly Priority[]
  /** How many findings stand elsewhere; left out where there are no more. */
  rest?: string
}

/** What to do first, in order, with what stands above and below the list. */
export function firstThings(result: AssessmentResult): FirstThings {
  const all = priorities(result, Number.POSITIVE_INFINITY)
  const things = all.slice(0, FIRST_THINGS)
  const rest = all.length - things.length
  if (things.length === 0) {
    const next = result.coverage < 1 ? ' The next step is to settle what is still unknown.' : ''
    return { lead: `There is nothing to mend among what could be settled.${next}`, things }
  }
  const among = things.some((item) => item.nextLevel)
    ? `what brings a ${groupNoun(result.product, 1)} to its next maturity level with the fewest checks left, then what adds most to the score`
    : 'what adds most to the score'
  return {
    lead: `In this order: the most severe first; among those ${among}.`,
    things,
    ...(rest > 0 && {
      rest: `${rest === 1 ? 'One more finding stands' : `${rest} more findings stand`} in the ${groupNoun(result.product, 2)} below.`,
    }),
  }
}

/** Points of the score that mending a requirement brings, by its id; nothing where they cannot be told. */
export const gainsToTell = (result: AssessmentResult): ReadonlyMap<string, number> =>
  scoreLines(result) ? gainsOf(result) : new Map()

/** Which level is gained, and how many points of the score. */
export function gainText({ nextLevel }: Priority, nameOf: (group: string) => string, gain: number | undefined): string {
  const points = gain === undefined ? '' : pointsGained(gain)
  if (!nextLevel) return points === '' ? 'Closes a gap to the target.' : `Adds ${points} to the score.`
  const { group, level, left } = nextLevel
  const others = left > 1 ? `, together with ${plural(left - 1, 'other check')}` : ''
  const step = `${nameOf(group)} from level ${level - 1} to ${level}${others}`
  return points === '' ? `${step}.` : `${step}; adds ${points}.`
}

function pointsGained(gain: number): string {
  const text = gain.toFixed(1)
  if (text === '0.0') return 'less than 0.1 points'
  return `${text} ${text === '1.0' ? 'point' : 'points'}`
}

/** How much there is to do, as far as it was counted; undefined where nothing tells. */
export function effortText({ coverage, verdict }: Priority): string | undefined {
  if (coverage && coverage.of > coverage.n) return `${coverage.of - coverage.n} of ${coverage.of} still to mend.`
  if (coverage) return undefined
  return verdict === 'partial' ? 'A part is done already.' : 'All of it is still to do.'
}

/** Where a verdict comes from that nobody was asked about. */
export const TENANT_ALONE = 'the tenant itself'

/**
 * Where a verdict comes from. A row that both must settle has an answer wherever it is not the reading alone that fails
 * it, and its level is settled.
 */
export function knownFrom({ evidence, levelAtBest, mode, verdict }: RequirementResult): string {
  if (verdict === 'alternate')
    return evidence.length > 0 ? 'the tenant itself, and what was recorded' : 'what was recorded'
  if (evidence.length === 0) return 'an answer'
  const answered = mode === 'partial' && verdict !== 'ineffective' && levelAtBest === undefined
  return answered ? 'the tenant itself and an answer' : TENANT_ALONE
}

/** Names of groups by their ids; an id that is not in the result names itself. */
export function groupNames({ groups }: AssessmentResult): (id: string) => string {
  const names = new Map(groups.map((group) => [group.id, group.name]))
  return (id) => names.get(id) ?? id
}

/** Points of the score that each group brings, by its id; undefined where they do not add up to it, so that none is told. */
export function pointsByGroup(result: AssessmentResult): ReadonlyMap<string, number> | undefined {
  const lines = scoreLines(result)
  if (!lines) return undefined
  const groups = Map.groupBy(lines, ({ row }) => row.group)
  return new Map([...groups].map(([id, its]) => [id, its.reduce((sum, { points }) => sum + points, 0)]))
}

/** What a group brings, as in `2.5`; one in which nothing applies brings nothing and takes nothing. */
export const addsText = (points: number | undefined): string => points?.toFixed(1) ?? '–'

/** How the score comes about. */
export function scoreLead(result: AssessmentResult): string {
  const one = groupNoun(result.product, 1)
  const isWhole = pointsByGroup(result)?.size === askedGroups(result).length
  const left = isWhole ? '' : `; a ${one} in which nothing applies is left out`
  return `For each ${one}: how much of what level ${levelText(result.target)} asks for is in place, from 0 to 100. Every ${one} weighs the same, and the score is their average${left}.`
}

/** What a check earns of its points, by how the product is scored. */
const CREDIT: Readonly<Record<Scoring, string>> = {
  'levels-reached':
    'A check in place earns all of its points; one partly in place the share it holds for, 90 % at most, or half where nothing was counted; one missing or unknown none.',
  maturity:
    'A check earns its level as a share of the target: all of its points from the target on, none where nothing is known.',
}

/** What a check earns, and what two columns of the score's table mean. */
export function scoreNote(result: AssessmentResult): string {
  const { product } = result
  const counted = pointsByGroup(result)?.size ?? 0
  const adds =
    counted > 0
      ? ` “Adds” is what a ${groupNoun(product, 1)} brings to the score, ${(100 / counted).toFixed(1)} points at most.`
      : ''
  return `${CREDIT[scoringOf(product) ?? 'levels-reached']} “Could be” counts every unknown as if it held.${adds}`
}

/** How much of the target is known, and from where. */
export function knownLead(result: AssessmentResult): string {
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  const [settled, left] = [fromTenant === 1 ? 'was' : 'were', unknown === 1 ? 'is' : 'are']
  return `Of ${plural(inScope, 'check')} for the target, ${fromTenant} ${settled} settled by reading the tenant, ${fromPeople} by answers, and ${unknown} ${left} unknown.${manyPlaces(result)} What is unknown earns ${unknownPoints(result)} and is no finding.`
}

/** Why there are more checks than requirements, where there are. */
function manyPlaces({ product, requirements, target }: AssessmentResult): string {
  const ids = requirements.filter((row) => row.levels.includes(target)).map(({ id }) => id)
  return new Set(ids).size === ids.length
    ? ''
    : ` A requirement that stands in several ${groupNoun(product, 2)} is a check in each of them.`
}

/** Requirements once each, with the mark of those that stand in several groups, as in `×5`. */
export function timesListed(rows: readonly RequirementResult[]): { row: RequirementResult; times: string }[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([row, ...more]) =>
    row ? [{ row, times: more.length > 0 ? ` ×${more.length + 1}` : '' }] : [],
  )
}

const KINDS: readonly (readonly [verdict: Verdict, title: string, next: string])[] = [
  ['no_visibility', 'Could not be read', 'Grant what is named here, and the next run can judge these checks.'],
  [
    'not_licensed',
    'No licence that would show it',
    'These need a licence the tenant does not have. An answer does not stand in for the reading; a recorded compensating control does.',
  ],
  [
    'not_assessed',
    'Waiting for an answer',
    'Nothing that was read settles these. Answer the questionnaire, and the next run counts the answers.',
  ],
]

/** What was decided, by whom and until when. */
export function decisionText({ object, reason, approver, approvedAt, expiresAt, expired }: RecordedException): string {
  const about = object === undefined ? '' : `${object}: `
  return `${about}${reason} Approved by ${approver} on ${dayText(approvedAt)}, ${expired ? 'expired on' : 'until'} ${dayText(expiresAt)}.`
}

export interface UnknownKind {
  title: string
  /** What would settle it. */
  next: string
  /** Rows by the reason they share, the most common first. */
  reasons: readonly ReasonOfRows[]
}

export type ReasonOfRows = readonly [reason: string, rows: readonly RequirementResult[]]

/** Rows by the reason they share, the most common first. */
export const byReason = (
  rows: readonly RequirementResult[],
  reasonOf: (row: RequirementResult) => string,
): readonly ReasonOfRows[] => [...Map.groupBy(rows, reasonOf)].toSorted(([, a], [, b]) => b.length - a.length)

/** What could not be settled, by kind; a kind without rows is left out. */
export function unknownKinds(result: AssessmentResult): UnknownKind[] {
  const unknown = result.requirements.filter((row) => row.levels.includes(result.target) && isUnknown(row.verdict))
  return KINDS.flatMap(([verdict, title, next]) => {
    const rows = unknown.filter((row) => row.verdict === verdict)
    if (rows.length === 0) return []
    const reasons = byReason(rows, (row) => row.observed)
    return [{ title: `${title}: ${plural(rows.length, 'check')}`, next, reasons }]
  })
}

/** The rows of one group by what a reader does with them, in the order of the result. */
export interface SortedRows {
  failed: RequirementResult[]
  /** Rows that fall short, which somebody decided to live with. */
  accepted: RequirementResult[]
  unknown: RequirementResult[]
  held: RequirementResult[]
  /** Rows that the target does not ask for. */
  outside: RequirementResult[]
}

export function sortRows(group: GroupResult, { requirements, target }: AssessmentResult): SortedRows {
  const rows = requirements.filter((row) => row.group === group.id)
  const asked = rows.filter((row) => row.levels.includes(target))
  const accepted = asked.filter((row) => row.accepted)
  const failed = asked.filter((row) => hasFailed(row.verdict) && !row.accepted)
  const unknown = asked.filter((row) => isUnknown(row.verdict))
  return {
    failed,
    accepted,
    unknown,
    held: asked.filter((row) => ![failed, accepted, unknown].some((rows) => rows.includes(row))),
    outside: rows.filter((row) => !row.levels.includes(target)),
  }
}

/** Where a group stands, in numbers. */
export function groupFigures(group: GroupResult, target: number): string {
  return `Level ${levelText(group.maturityAchieved)}, target ${levelText(target)} · ${Math.round(group.score)} of 100 · ${group.settled} of ${group.inScope} settled`
}

/** The level of a row, or the levels it is asked for at: a word and what stands for it. */
export function levelFact({ level, levelAtBest, levels }: RequirementResult): readonly [term: string, value: string] {
  if (level === undefined) return ['Asked for at', levelsText(levels)]
  return ['Level', levelAtBest === undefined ? String(level) : `${level} to ${levelAtBest}, until all is known`]
}

function levelsText(levels: readonly number[]): string {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined) return 'no level'
  if (levels.length === 1) return `level ${first}`
  const unbroken = levels.length > 2 && last - first === levels.length - 1
  return unbroken ? `levels ${first} to ${last}` : `levels ${listText(levels.map(String))}`
}
