import type { AssessmentResult, GroupResult, RequirementResult, Verdict } from '../../engine/model.ts'
import { isUnknown } from '../../engine/outcome.ts'
import { type Priority, priorities } from '../../engine/priorities.ts'
import { countKnown, groupNoun, levelText, listText, plural, unknownPoints } from './rules.ts'

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
    const lead =
      'There is nothing to mend among what could be settled. The next step is to settle what is still unknown.'
    return { lead, things }
  }
  const among = things.some((item) => item.nextLevel)
    ? `what brings a ${groupNoun(result.product, 1)} to its next maturity level with the least work`
    : 'what is missing for the larger share'
  return {
    lead: `In this order: the most severe first, and among those ${among}.`,
    things,
    ...(rest > 0 && {
      rest: `${rest === 1 ? 'One more finding stands' : `${rest} more findings stand`} in the ${groupNoun(result.product, 2)} below.`,
    }),
  }
}

/** What mending one thing brings, as in `One of 3 steps to level 1`. */
export function stepText({ level, left }: NonNullable<Priority['nextLevel']>): string {
  return left === 1 ? `The last step to level ${level}` : `One of ${left} steps to level ${level}`
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
  unknown: RequirementResult[]
  held: RequirementResult[]
  /** Rows that the target does not ask for. */
  outside: RequirementResult[]
}

export function sortRows(group: GroupResult, { requirements, target }: AssessmentResult): SortedRows {
  const rows = requirements.filter((row) => row.group === group.id)
  const asked = rows.filter((row) => row.levels.includes(target))
  const failed = asked.filter((row) => row.verdict === 'ineffective' || row.verdict === 'partial')
  const unknown = asked.filter((row) => isUnknown(row.verdict))
  return {
    failed,
    unknown,
    held: asked.filter((row) => !failed.includes(row) && !unknown.includes(row)),
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
