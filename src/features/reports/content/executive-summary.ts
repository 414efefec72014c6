import type { AssessmentResult, GroupResult } from '../../../engine/model/result.ts'
import { type Unknown, unknownsOf } from '../../../engine/results/unknowns.ts'
import { isTooLittleKnown } from '../../../shared/portal/enough-known.ts'
import {
  askedGroups,
  countAccepted,
  countKnown,
  groupNoun,
  levelState,
  levelText,
  missingPermissionsOf,
  reachesTarget,
  scoringOf,
  topLevel,
  unknownPoints,
} from './rules.ts'
import { CONCLUSIONS, type Openness } from './words/every-edition.ts'
import { MEANING } from './words/full.ts'

/** What a result means, in sentences for the owner of the business. */

/** The result in one sentence. */
export function headline(result: AssessmentResult, customerName: string): string {
  const { critical, findings, score, scoreCeiling } = result
  const target = `maturity level ${levelText(result.target)}`
  if (isTooLittleKnown(result)) return CONCLUSIONS.tooLittle(whyTooLittle(result))
  if (critical > 0) return CONCLUSIONS.critical(customerName, critical)
  if (reachesTarget(result)) return CONCLUSIONS.met(customerName, target)
  if (findings === 0 && countAccepted(result) > 0) return CONCLUSIONS.accepted(customerName, target)
  if (findings === 0) return CONCLUSIONS.unconfirmed(customerName, target)
  if (score >= 85) return CONCLUSIONS.close(customerName, findings, target)
  if (score >= 60) return CONCLUSIONS.sound(customerName, findings, target)
  // Use the ceiling, not the score: only known shortfalls may be called missing.
  if (scoreCeiling === 0) return CONCLUSIONS.bare(customerName, target)
  if (scoreCeiling < 50) return CONCLUSIONS.exposed(customerName, target)
  if (score >= 35) return CONCLUSIONS.inPart(customerName, findings, target)
  return CONCLUSIONS.little(customerName, findings, target)
}

/** Why too little of a result is known for a verdict. */
export const whyTooLittle = (result: AssessmentResult): string =>
  CONCLUSIONS.open(1 - result.coverage, opennessOf(result), result.critical, result.findings)

/** What the unknown part of a result depends on. */
function opennessOf(result: AssessmentResult): Openness {
  const unknowns = unknownsOf(result)
  const of = (kind: Unknown['kind']): Unknown[] => unknowns.filter((unknown) => unknown.kind === kind)
  const answerable = new Set(of('question').flatMap(({ resolves }) => resolves))
  const licences = of('licence')
  const needed = licences.filter(({ resolves, helps }) => [...resolves, ...helps].some((id) => !answerable.has(id)))
  return {
    questions: of('question').length,
    permissions: missingPermissionsOf([result]).length,
    licences: needed.length,
    otherLicences: licences.length - needed.length,
    others: new Set(of('reading').flatMap(({ resolves }) => resolves)).size,
  }
}

/** Two to five sentences that follow the headline. */
export function explanation(result: AssessmentResult): string[] {
  return [
    scoreSentence(result),
    levelSentence(result),
    extremesSentence(result),
    acceptedSentence(result),
    unknownSentence(result),
  ].filter((sentence) => sentence !== '')
}

function scoreSentence({ score, scoreCeiling }: AssessmentResult): string {
  return MEANING.score(score, scoreCeiling)
}

function levelSentence(result: AssessmentResult): string {
  const { product, target, maturityAchieved } = result
  const groups = askedGroups(result)
  const [level, wanted, nouns] = [levelText(maturityAchieved), levelText(target), groupNoun(product, 2)]
  const state = levelState(result)
  if (state === 'unknown') return MEANING.notKnown(wanted)
  if (state === 'lowest') return MEANING.bare(level, levelText(topLevel(result)), nouns, wanted)
  const scoring = scoringOf(product)
  if (scoring !== 'levels-reached' || groups.length === 0)
    return MEANING.mean(level, scoring === 'maturity' ? nouns : undefined, wanted)
  const there = groups.filter((group) => group.maturityAchieved >= target).length
  return MEANING.lowest(level, wanted, nouns, there, groups.length)
}

/** Unknown rows do not make a group weak: only known shortfalls do. Groups that tie with others are not named. */
function extremesSentence(result: AssessmentResult): string {
  const groups = askedGroups(result)
  if (groups.length < 2) return ''
  const byLoss = groups.toSorted((a, b) => lossOf(b) - lossOf(a))
  const weak = leaders(byLoss, lossOf, groups.length > 3 && lossOf(byLoss[1]) > 50 ? 2 : 1)
  const byScore = groups.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const [strongest] = leaders(byScore, scoreOf, 1)
  const strong = strongest && scoreOf(strongest) >= STRONG && !weak.includes(strongest) ? named(strongest) : undefined
  return MEANING.extremes(weak.map(namedAtBest), groupNoun(result.product, 1), strong)
}

/** A group with a lower score is not called strong. */
const STRONG = 50

type Measure = (group: GroupResult | undefined) => number

/** The first groups, at most this many, as long as the next one is clearly behind them. */
function leaders(sorted: readonly GroupResult[], measure: Measure, max: number): readonly GroupResult[] {
  for (let count = max; count > 0; count--)
    if (measure(sorted[count - 1]) > measure(sorted[count])) return sorted.slice(0, count)
  return []
}

const scoreOf: Measure = (group) => (group ? Math.round(group.score) : 0)

/** The points of 100 that are known to be missing. */
const lossOf: Measure = (group) => (group ? 100 - Math.round(group.scoreCeiling) : 0)

const namedAtBest = ({ name, score, scoreCeiling }: GroupResult): string =>
  MEANING.atBest(name, Math.round(score), Math.round(scoreCeiling))

const named = (group: GroupResult): string => MEANING.named(group.name, Math.round(group.score))

function acceptedSentence(result: AssessmentResult): string {
  const accepted = countAccepted(result)
  return accepted === 0 ? '' : MEANING.accepted(accepted)
}

function unknownSentence(result: AssessmentResult): string {
  const { unknown, inScope } = countKnown(result)
  return unknown === 0 ? '' : MEANING.unknown(unknown, inScope, unknownPoints([result]))
}
