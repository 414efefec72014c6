import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import { countKnown, groupNoun, plural, unknownPoints } from './rules.ts'

/** How much of the target is known, and from where. */
export function knownLead(result: AssessmentResult): string {
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  const [answered, left] = [fromTenant === 1 ? 'was' : 'were', unknown === 1 ? 'is' : 'are']
  return `Of ${plural(inScope, 'check')} for the target, ${fromTenant} ${answered} answered by reading the tenant, ${fromPeople} by people, and ${unknown} ${left} unknown.${duplicatesNote(result)} What is unknown earns ${unknownPoints(result)} and is not a finding.`
}

/** Why there are more checks than requirements, where there are. */
function duplicatesNote({ product, requirements, target }: AssessmentResult): string {
  const ids = requirements.filter((row) => row.levels.includes(target)).map(({ id }) => id)
  return new Set(ids).size === ids.length
    ? ''
    : ` A requirement in several ${groupNoun(product, 2)} is a check in each of them.`
}

/** Each requirement once, with a mark such as `×5` if it is in several groups. */
export function timesListed(rows: readonly RequirementResult[]): { row: RequirementResult; times: string }[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([row, ...more]) =>
    row ? [{ row, times: more.length > 0 ? ` ×${more.length + 1}` : '' }] : [],
  )
}

const KINDS: readonly (readonly [verdict: Verdict, title: string, next: string])[] = [
  [
    'no_visibility',
    'Could not be read',
    'Grant what is named here, or answer the questions about it: an answer counts as reported until it can be read.',
  ],
  [
    'not_licensed',
    'Not licensed',
    'Reading these needs a licence that the tenant does not have. If it is done by other means, answer the questions about it: the answers count as reported.',
  ],
  [
    'not_assessed',
    'Waiting for an answer',
    'What was read does not answer these. Answer the questionnaire, and the next run counts the answers.',
  ],
]

export interface UnknownGroup {
  title: string
  /** What would answer it. */
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

/** What remains unknown, by kind; a kind without rows is left out. */
export function unknownKinds(result: AssessmentResult): UnknownGroup[] {
  const unknown = result.requirements.filter((row) => row.levels.includes(result.target) && isUnknown(row.verdict))
  return KINDS.flatMap(([verdict, title, next]) => {
    const rows = unknown.filter((row) => row.verdict === verdict)
    if (rows.length === 0) return []
    const reasons = byReason(rows, (row) => row.observed)
    return [
      {
        title: `${title}: ${plural(rows.length, 'check')}`,
        next,
        reasons: verdict === 'not_assessed' ? unanswered(reasons) : reasons,
      },
    ]
  })
}

/** Questions that nobody has answered share one sentence with their number. */
function unanswered(reasons: readonly ReasonOfRows[]): ReasonOfRows[] {
  return reasons.map(([reason, rows]) => {
    const count = new Set(rows.map(({ id }) => id)).size
    return [reason === NOT_ANSWERED ? unansweredText(count) : reason, rows]
  })
}

/** What the engine says of every question without an answer. */
const NOT_ANSWERED = 'Nobody has answered this yet.'

const unansweredText = (count: number): string =>
  `${plural(count, 'question has', 'questions have')} not been answered yet.`
