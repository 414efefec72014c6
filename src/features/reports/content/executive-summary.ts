import type { AssessmentResult, GroupResult } from '../../../engine/model/result.ts'
import { type Unknown, unknownsOf } from '../../../engine/results/unknowns.ts'
import {
  askedGroups,
  contradictionsOf,
  countAccepted,
  countKnown,
  groupNoun,
  levelText,
  listText,
  plural,
  reachesTarget,
  scoringOf,
  unknownPoints,
} from './rules.ts'
import { CONCLUSIONS, type Openness } from './words/every-edition.ts'

/** What a result means, in sentences for the owner of the business. */

/** Below this share of known checks, a score says more about what is unknown than about the customer. */
const ENOUGH_KNOWN = 0.5

/** Whether a report must begin with what would make more of it known. */
export const isTooLittleKnown = ({ coverage }: AssessmentResult): boolean => coverage < ENOUGH_KNOWN

/** The result in one sentence. */
export function headline(result: AssessmentResult, customerName: string): string {
  const { critical, findings, score, scoreCeiling } = result
  const target = `maturity level ${levelText(result.target)}`
  if (isTooLittleKnown(result))
    return CONCLUSIONS.tooLittle(1 - result.coverage, opennessOf(result), critical, findings)
  if (critical > 0) return CONCLUSIONS.critical(customerName, critical)
  if (reachesTarget(result)) return CONCLUSIONS.met(customerName, target)
  if (findings === 0 && countAccepted(result) > 0) return CONCLUSIONS.accepted(customerName, target)
  if (findings === 0) return CONCLUSIONS.unconfirmed(customerName, target)
  if (score >= 85) return CONCLUSIONS.close(customerName, findings, target)
  if (score >= 60) return CONCLUSIONS.sound(customerName, findings, target)
  // Use the ceiling, not the score: only what is known to be missing may be called missing.
  if (scoreCeiling < 50) return CONCLUSIONS.exposed(customerName, target)
  if (score >= 35) return CONCLUSIONS.inPart(customerName, findings, target)
  return CONCLUSIONS.little(customerName, findings, target)
}

/** What the unknown part of a result depends on. */
function opennessOf(result: AssessmentResult): Openness {
  const unknowns = unknownsOf(result)
  const of = (kind: Unknown['kind']): Unknown[] => unknowns.filter((unknown) => unknown.kind === kind)
  return {
    questions: of('question').length,
    permissions: Math.max(result.missingPermissions?.length ?? 0, of('permission').length),
    licences: of('licence').length,
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
    contradictionSentence(result),
  ].filter((sentence) => sentence !== '')
}

function scoreSentence({ score, scoreCeiling }: AssessmentResult): string {
  const could =
    scoreCeiling > score ? `, and could earn up to ${scoreCeiling} if everything still unknown turned out well` : ''
  return `Of 100 points for what the target asks, the organisation earns ${score}${could}.`
}

function levelSentence(result: AssessmentResult): string {
  const { product, target, maturityAchieved } = result
  const groups = askedGroups(result)
  const level = levelText(maturityAchieved)
  const scoring = scoringOf(product)
  if (scoring !== 'levels-reached' || groups.length === 0) {
    const how = scoring === 'maturity' ? `, the mean of all ${groupNoun(product, 2)}` : ''
    return `Maturity reached: level ${level}${how}; the target is level ${levelText(target)}.`
  }
  const there = groups.filter((group) => group.maturityAchieved >= target).length
  const reached =
    there === 0
      ? 'none is there yet'
      : there === groups.length
        ? 'all are there'
        : `${there} of ${groups.length} ${there === 1 ? 'is' : 'are'} there`
  const why =
    there === groups.length
      ? ''
      : ` It is the lowest of all ${groupNoun(product, 2)} that sets the level, and ${reached}.`
  return `The maturity level reached is ${level}; the target is ${levelText(target)}.${why}`
}

function extremesSentence(result: AssessmentResult): string {
  const { product } = result
  const groups = askedGroups(result)
  const sorted = groups.toSorted((a, b) => a.score - b.score)
  const [weakest, second] = sorted
  const strongest = sorted.at(-1)
  if (!weakest || !second || !strongest || Math.round(weakest.score) === Math.round(strongest.score)) return ''
  const weak = groups.length > 3 && second.score < 50 ? [weakest, second] : [weakest]
  return `Furthest from the target: ${listText(weak.map(named))}. Strongest ${groupNoun(product, 1)}: ${named(strongest)}.`
}

const named = (group: GroupResult): string => `${group.name} (${Math.round(group.score)} of 100)`

function acceptedSentence(result: AssessmentResult): string {
  const accepted = countAccepted(result)
  if (accepted === 0) return ''
  return accepted === 1
    ? 'One requirement falls short and is accepted as a risk: it earns no extra points and is not a finding.'
    : `${accepted} requirements fall short and are accepted as risks: they earn no extra points and are not findings.`
}

function unknownSentence(result: AssessmentResult): string {
  const { unknown, inScope } = countKnown(result)
  if (unknown === 0) return ''
  const [they, are] = unknown === 1 ? ['It earns', 'is'] : ['They earn', 'are']
  return `${unknown} of ${plural(inScope, 'check')} ${are} unknown. ${they} ${unknownPoints(result)}, but ${are} never counted as ${unknown === 1 ? 'a failure, and is' : 'failures, and are'} listed apart.`
}

function contradictionSentence(result: AssessmentResult): string {
  const count = contradictionsOf(result).length
  if (count === 0) return ''
  return `In ${plural(count, 'check')} the tenant contradicts what people answered. The reading counts there; please review the answers.`
}
