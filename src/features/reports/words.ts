import type {
  AssessmentResult,
  GroupResult,
  RecordedException,
  RequirementResult,
  Verdict,
} from '../../engine/model.ts'
import { hasFailed, isUnknown } from '../../engine/outcome.ts'
import { gainsOf } from '../../engine/points.ts'
import { type Priority, priorities } from '../../engine/priorities.ts'
import { countKnown, dayText, groupNoun, levelText, listText, plural, scoreLines, unknownPoints } from './rules.ts'

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

/** Where a verdict comes from. A row that both must settle has an answer wherever it is not the reading alone that fails it. */
export function knownFrom({ evidence, mode, verdict }: RequirementResult): string {
  if (verdict === 'alternate')
    return evidence.length > 0 ? 'the tenant itself, and what was recorded' : 'what was recorded'
  if (evidence.length === 0) return 'an answer'
  return mode === 'partial' && verdict !== 'ineffective' ? 'the tenant itself and an answer' : TENANT_ALONE
}

/** Names of groups by their ids; an id that is not in the result names itself. */
export function groupNames({ groups }: AssessmentResult): (id: string) => string {
  const names = new Map(groups.map((group) => [group.id, group.name]))
  return (id) => names.get(id) ?? id
}

/** How the score comes about. */
export function scoreLead({ product, target, groups, score }: AssessmentResult): string {
  const one = groupNoun(product, 1)
  const left = addsUp(groups, score) ? '' : `; a ${one} in which nothing applies is left out`
  return `For each ${one}: how much of what level ${levelText(target)} asks for is in place, from 0 to 100. Every ${one} weighs the same, and the score is their average${left}.`
}

/** What two columns of the score's table mean. */
export function scoreNote({ product, groups, score }: AssessmentResult): string {
  const most = groups.length > 0 ? 100 / groups.length : 0
  const adds = ` “Adds” is what a ${groupNoun(product, 1)} brings to the score, ${most.toFixed(1)} points at most.`
  return `“Could be” counts every unknown as if it held.${addsUp(groups, score) ? adds : ''}`
}

/** Whether the lines average to the score; where a group has left the sum, points per line would not add up. */
export function addsUp(groups: readonly GroupResult[], score: number): boolean {
  const mean = groups.reduce((sum, group) => sum + group.score, 0) / groups.length
  return Math.abs(mean - score) <= 0.5 + 1e-9
}

/** How much of the target is known, and from where. */
export function knownLead(result: AssessmentResult): string {
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  return `Of ${plural(inScope, 'check')} for the target, ${fromTenant} were settled by reading the tenant, ${fromPeople} by answers, and ${unknown} are unknown. A requirement counts once wherever it is listed. Unknowns earn ${unknownPoints(result)} and are no findings.`
}

const KINDS: readonly (readonly [verdict: Verdict, title: string, next: string])[] = [
  ['no_visibility', 'Could not be read', 'Grant what is named here, and the next run can judge these checks.'],
  [
    'not_licensed',
    'No licence that would show it',
    'These need a licence the tenant does not have. What people say does not stand in for the reading.',
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
  reasons: readonly (readonly [reason: string, rows: readonly RequirementResult[]])[]
}

/** What could not be settled, by kind; a kind without rows is left out. */
export function unknownKinds(result: AssessmentResult): UnknownKind[] {
  const unknown = result.requirements.filter((row) => row.levels.includes(result.target) && isUnknown(row.verdict))
  return KINDS.flatMap(([verdict, title, next]) => {
    const rows = unknown.filter((row) => row.verdict === verdict)
    if (rows.length === 0) return []
    const reasons = [...Map.groupBy(rows, (row) => row.observed)].toSorted(([, a], [, b]) => b.length - a.length)
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
