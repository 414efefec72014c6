import { hasFailed, holds } from '../../../engine/evaluation/outcome.ts'
import { severityBelow } from '../../../engine/evaluation/severity.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { criticalReasonsOf } from '../../../engine/frameworks/critical-reasons.ts'
import type { Scoring } from '../../../engine/model/framework.ts'
import type { Effort } from '../../../engine/model/remedy.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Severity, Verdict } from '../../../engine/model/verdict.ts'
import { pointsOf, type RowPoints } from '../../../engine/results/points.ts'
import { permissionsToGrant } from '../../../engine/results/unknowns.ts'
import type { Framed, ReportInput } from './input.ts'
import { isShown } from './rows/evidence-quality.ts'
import {
  COMMON,
  GROUP_NOUNS,
  LEVEL_MEANINGS,
  OTHER_GROUPS,
  RUN_TERMS,
  VERDICT_MEANINGS,
} from './words/every-edition.ts'
import { KNOWN, SCORE } from './words/full.ts'
import { levelText } from './words/language.ts'
import { PARTS } from './words/several-frameworks.ts'
import { SEVERITY_MEANINGS } from './words/severities.ts'

export { SEVERITY_WORDS, VERDICT_WORDS } from './words/every-edition.ts'
export { capitalize, levelText, listText, plural } from './words/language.ts'

export const EFFORTS: readonly Effort[] = ['minutes', 'hours', 'days', 'project']

export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** What a verdict means, by how the product is scored. */
export function verdictMeaning(verdict: Verdict, scoring: Scoring | undefined): string {
  return (scoring === 'maturity' ? LEVEL_MEANINGS[verdict] : undefined) ?? VERDICT_MEANINGS[verdict]
}

/** Like `verdictMeaning`, for a document about one or several frameworks. */
export const verdictMeanings = (verdict: Verdict, parts: readonly Framed[]): string =>
  meaningsOf(parts, ({ result }) => verdictMeaning(verdict, scoringOf(result.product)))

/** What makes a finding as severe as this, by how each framework is scored. */
export const severityMeanings = (severity: Severity, parts: readonly Framed[]): string =>
  meaningsOf(parts, ({ result }) => severityMeaning(severity, result))

function severityMeaning(severity: Severity, { product, target }: AssessmentResult): string {
  if (severity === 'critical') return SEVERITY_MEANINGS.critical(criticalReasonsOf(product))
  if (scoringOf(product) === 'maturity') {
    const meaning = SEVERITY_MEANINGS.belowTarget[severity]
    const furthest = target - bareLevel(product)
    const worst = severityBelow(furthest)
    const canOccur = furthest > 0 && worst !== undefined && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(worst)
    return canOccur ? meaning : `${meaning} ${SEVERITY_MEANINGS.cannotOccur(target)}`
  }
  const level = SEVERITIES.indexOf(severity)
  const top = findFramework(product)?.levels.max ?? level
  return level > top ? SEVERITY_MEANINGS.nearlyAll(top) : SEVERITY_MEANINGS.fromLevel(level)
}

/** What makes a finding one step more or less severe, and how severe its actions are; empty where nothing does. */
export function severitySteps(parts: readonly Framed[]): string {
  const byLevel = parts.filter(({ result }) => scoringOf(result.product) !== 'maturity')
  const raising = byLevel.filter(({ result }) =>
    findFramework(result.product)?.requirements.some(({ raisedBy }) => raisedBy),
  )
  const steps = [
    [raising, SEVERITY_MEANINGS.raised],
    [byLevel, SEVERITY_MEANINGS.lowered],
  ] as const
  return steps
    .filter(([its]) => its.length > 0)
    .map(([its, step]) => (its.length < parts.length ? PARTS.means(namesOf(its), step) : step))
    .concat(parts.some(({ result }) => result.findings > 0) ? [SEVERITY_MEANINGS.ofAction] : [])
    .join(' ')
}

/** What several frameworks have in common is said once, with their names where it differs. */
function meaningsOf(parts: readonly Framed[], meaningOf: (part: Framed) => string): string {
  const meanings = [...Map.groupBy(parts, meaningOf)]
  return meanings
    .map(([meaning, its]) => (meanings.length > 1 ? PARTS.means(namesOf(its), meaning) : meaning))
    .join(' ')
}

const namesOf = (parts: readonly Framed[]): string[] => parts.map(({ productName }) => productName)

/** How a product is scored; undefined for one that is no longer in the catalogue. */
export const scoringOf = (product: string): Scoring | undefined => findFramework(product)?.scoring

/** What unknown rows earn: those with a known minimum level earn that. */
export function unknownPoints(results: readonly AssessmentResult[]): string {
  const rows = results.flatMap(({ requirements }) => requirements)
  return rows.some((row) => isUnknown(row.verdict) && row.level !== undefined) ? SCORE.fewOrNone : SCORE.none
}

/** Whether everything that the target asks for is in place. If the level is a mean, strong rows do not offset weak ones. */
export function reachesTarget({ requirements, maturityAchieved, target }: AssessmentResult): boolean {
  return maturityAchieved >= target && requirements.every((row) => !row.levels.includes(target) || holds(row.verdict))
}

/** Whether the target is reached; `open` if that depends only on what is unknown. */
export type TargetState = 'reached' | 'open' | 'missed'

export function targetState(result: AssessmentResult): TargetState {
  if (reachesTarget(result)) return 'reached'
  const rows = result.requirements.filter((row) => row.levels.includes(result.target))
  if (!rows.some(({ verdict }) => isUnknown(verdict))) return 'missed'
  return rows.every(({ verdict }) => holds(verdict) || isUnknown(verdict)) ? 'open' : 'missed'
}

/** Whether the target is reached, as a note beside the level. */
export function levelNoteOf(result: AssessmentResult): string {
  const state = targetState(result)
  if (state === 'reached' && result.maturityAchieved > result.target) return COMMON.levelNote.above
  return state === 'missed' && result.maturityAchieved >= result.target ? COMMON.onAverage : COMMON.levelNote[state]
}

/** The lowest level where it means that nothing is done, which is not an achievement; 0 in every other framework. */
export function bareLevel(product: string): number {
  const framework = findFramework(product)
  return framework?.scoring === 'maturity' ? framework.levels.min : 0
}

/** Whether a level is known, and whether it is only the lowest one, at which nothing is done. */
export type LevelState = 'unknown' | 'lowest' | 'reached'

export function levelState(result: AssessmentResult): LevelState {
  const { coverage, maturityAchieved, requirements } = result
  if (coverage === 0 || !isLevelKnown(result, maturityAchieved, requirements)) return 'unknown'
  return isBare(result) ? 'lowest' : 'reached'
}

/** Whether something is known, and the level is only the lowest one, at which nothing is done. */
export const isBare = ({
  coverage,
  maturityAchieved,
  product,
}: Pick<AssessmentResult, 'coverage' | 'maturityAchieved' | 'product'>): boolean =>
  coverage > 0 && maturityAchieved > 0 && maturityAchieved <= bareLevel(product)

/** Below the lowest level, rows are known to be only if one of that level falls short: otherwise, what is unknown may hold. */
function isLevelKnown(
  { product }: AssessmentResult,
  level: number,
  rows: readonly Pick<RequirementResult, 'levels' | 'verdict'>[],
): boolean {
  const lowest = findFramework(product)?.levels.min
  if (lowest === undefined || level >= lowest) return true
  return rows.some(({ levels, verdict }) => levels.includes(lowest) && hasFailed(verdict))
}

/** The framework's highest level. */
export const topLevel = ({ product, target }: AssessmentResult): number =>
  Math.max(findFramework(product)?.levels.max ?? target, target)

/** The groups with requirements at the target; the others would score 100 without any. */
export function askedGroups({ groups }: AssessmentResult): GroupResult[] {
  return groups.filter(({ inScope }) => inScope > 0)
}

/** The level of a whole result as text; empty if it is not known. */
export const resultLevelText = (result: AssessmentResult): string =>
  levelState(result) === 'unknown' ? '' : levelText(result.maturityAchieved)

/** The level of a group as text; empty if it is not known. */
export function groupLevelText({ id, maturityAchieved, settled }: GroupResult, result: AssessmentResult): string {
  const rows = result.requirements.filter(({ group }) => group === id)
  return settled > 0 && isLevelKnown(result, maturityAchieved, rows) ? levelText(maturityAchieved) : ''
}

/** What the groups of a product are called, as in `strategy`. */
export function groupNoun(product: string, count: number): string {
  const [one, many] = GROUP_NOUNS[product] ?? OTHER_GROUPS
  return count === 1 ? one : many
}

/** How much of the target is known, counted in rows: a requirement counts once in each of its groups. */
export interface KnownCounts {
  inScope: number
  /** Known from the tenant, at least in part: an answer to the rest does not make it less read. */
  fromTenant: number
  /** Known only because people answered. */
  fromPeople: number
  unknown: number
  unknownBy: Readonly<Record<'no_visibility' | 'not_licensed' | 'not_assessed', number>>
}

/** Counts the known and unknown rows that the target asks for. */
export function countKnown(result: AssessmentResult): KnownCounts {
  const rows = result.requirements.filter((row) => row.levels.includes(result.target))
  const known = rows.filter((row) => !isUnknown(row.verdict))
  const fromTenant = known.filter(isShown).length
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length
  return {
    inScope: rows.length,
    fromTenant,
    fromPeople: known.length - fromTenant,
    unknown: rows.length - known.length,
    unknownBy: {
      no_visibility: count('no_visibility'),
      not_licensed: count('not_licensed'),
      not_assessed: count('not_assessed'),
    },
  }
}

/** How many requirements of the target have an accepted risk; one in several groups counts once. */
export function countAccepted({ requirements, target }: AssessmentResult): number {
  return new Set(requirements.flatMap((row) => (row.accepted && row.levels.includes(target) ? [row.id] : []))).size
}

/** How many requirements of the target have a compensating control; one in several groups counts once. */
export function countCompensated({ requirements, target }: AssessmentResult): number {
  const rows = requirements.filter((row) => row.verdict === 'alternate' && row.levels.includes(target))
  return new Set(rows.map(({ id }) => id)).size
}

/** What each row adds to the score; undefined if the rows do not add up to it, as in results of earlier versions. */
export function scoreLines(result: AssessmentResult): readonly RowPoints[] | undefined {
  const lines = pointsOf(result)
  const sum = lines.reduce((total, { points }) => total + points, 0)
  return Math.abs(sum - result.score) <= 0.5 + 1e-9 ? lines : undefined
}

/** What to do if an administrator consented before some permissions were asked for. */
export function consentNote(result: AssessmentResult): string {
  const missing = missingPermissionsOf([result])
  return missing.length === 0 ? '' : KNOWN.approval(missing)
}

/** The permissions that were not granted for any of these results, each once. */
export const missingPermissionsOf = (results: readonly AssessmentResult[]): string[] =>
  [...new Set(results.flatMap(permissionsToGrant))].sort()

/** Who requested a run, in words; undefined if that is not known. */
export function requesterText({ requestedBy, partnerName }: ReportInput): string | undefined {
  if (!requestedBy) return undefined
  const { kind, name } = requestedBy
  const words = RUN_TERMS.requestedBy
  if (kind === 'person') return words.person(name)
  return kind === 'key' ? words.key(partnerName) : words[kind]
}
