import type { AssessmentResult, GroupResult } from '../../../engine/model/result.ts'
import {
  askedGroups,
  contradictionsOf,
  countAccepted,
  countKnown,
  groupNoun,
  levelText,
  listText,
  percentText,
  plural,
  reachesTarget,
  scoringOf,
  unknownPoints,
} from './rules.ts'

/** What a result means, in sentences for the owner of the business. */

/** Below this share of known checks, a score says more about what is unknown than about the customer. */
const ENOUGH_KNOWN = 0.6

/** The result in one sentence. */
export function headline(result: AssessmentResult, customerName: string): string {
  const { critical, findings, score, scoreCeiling } = result
  const target = `maturity level ${levelText(result.target)}`
  if (critical > 0) {
    return `${customerName} has ${plural(critical, 'critical weakness', 'critical weaknesses')} to close now, before anything else.`
  }
  if (result.coverage < ENOUGH_KNOWN) {
    return `Too little is known about ${customerName} for a verdict: only ${percentText(result.coverage)} of the checks are known.`
  }
  if (reachesTarget(result)) return `${customerName} meets its target, ${target}, in full.`
  if (findings === 0 && countAccepted(result) > 0) {
    return `All weaknesses found at ${customerName} are accepted as risks, which keeps ${target} from being reached.`
  }
  if (findings === 0) {
    return `No weakness was found at ${customerName}, but what is still unknown keeps ${target} from being confirmed.`
  }
  if (score >= 85) return `${customerName} is close: ${plural(findings, 'gap')} left on the way to ${target}.`
  if (score >= 60) return `${customerName} has a sound base, with ${plural(findings, 'gap')} to close for ${target}.`
  // Use the ceiling, not the score: only what is known to be missing may be called missing.
  if (scoreCeiling < 50) return `${customerName} is exposed: most of what ${target} asks for is not in place.`
  if (score >= 35) return `${customerName} is protected in part: ${plural(findings, 'gap')} to close for ${target}.`
  return `Little protection is confirmed at ${customerName} so far: ${plural(findings, 'gap')} to close for ${target}, and much is still unknown.`
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
