import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import { levelText } from './rules.ts'
import { ROW } from './words/full.ts'

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

/** Names of groups by their ids; an unknown id is its own name. */
export function groupNames({ groups }: AssessmentResult): (id: string) => string {
  const names = new Map(groups.map((group) => [group.id, group.name]))
  return (id) => names.get(id) ?? id
}

/** The rows of one group by what a reader does with them, in the order of the result. */
export interface SortedRows {
  failed: RequirementResult[]
  /** Failed rows with an accepted risk. */
  accepted: RequirementResult[]
  unknown: RequirementResult[]
  inPlace: RequirementResult[]
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
    inPlace: asked.filter((row) => ![failed, accepted, unknown].some((rows) => rows.includes(row))),
    outside: rows.filter((row) => !row.levels.includes(target)),
  }
}

/** The level, score and coverage of a group. */
export function groupFigures(group: GroupResult, target: number): string {
  const { maturityAchieved, score, settled, inScope } = group
  if (inScope === 0) return ROW.nothingAsked(levelText(target))
  return ROW.group(levelText(maturityAchieved), levelText(target), Math.round(score), settled, inScope)
}

/** The level of a row, or the levels that ask for it, as term and value. */
export function levelFact({ level, levelAtBest, levels }: RequirementResult): readonly [term: string, value: string] {
  if (level === undefined) return [ROW.askedAt, levelsText(levels)]
  return [ROW.level, levelAtBest === undefined ? String(level) : ROW.levelRange(level, levelAtBest)]
}

function levelsText(levels: readonly number[]): string {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined) return ROW.noLevel
  if (levels.length === 1) return ROW.oneLevel(first)
  const unbroken = levels.length > 2 && last - first === levels.length - 1
  return unbroken ? ROW.levelsTo(first, last) : ROW.levels(levels)
}

/** How the engine's text begins if a reading decides nothing; the verdict of the row says the same. */
const NOT_EVALUATED = 'This could not be evaluated. '

/** What was found, without what the verdict says already. */
export const foundText = ({ observed }: RequirementResult): string =>
  observed.startsWith(NOT_EVALUATED) ? observed.slice(NOT_EVALUATED.length) : observed

/** The text before it: a reading of one part is not the reason why the rest is unknown. */
export function foundTerm({ verdict, evidence }: RequirementResult): string {
  if (!isUnknown(verdict)) return ROW.found
  return verdict === 'not_assessed' && evidence.length > 0 ? ROW.tenantShows : ROW.whyUnknown
}

/** The answer that the tenant contradicts: in a sentence, or in a word where the document has the sentence already. */
export function answeredText({ contradiction, answer }: RequirementResult, fresh: (text: string) => string): string {
  if (contradiction === undefined) return ''
  const sentence = fresh(contradiction)
  return sentence === '' && answer !== undefined ? ROW.answer(answer) : sentence
}
