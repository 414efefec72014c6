import type { AssessmentResult } from '../../../engine/model/result.ts'
import { gainsOf } from '../../../engine/results/points.ts'
import { type Priority, priorities } from '../../../engine/results/priorities.ts'
import { groupNoun, plural, scoreLines } from './rules.ts'

/** As many as somebody can plan for; the rest is listed under each group. */
const FIRST_THINGS = 10

export interface FirstThings {
  lead: string
  things: readonly Priority[]
  /** How many findings are listed elsewhere; absent if there are none. */
  rest?: string
}

/** What to do first, in order, with the text above and below the list. */
export function firstThings(result: AssessmentResult): FirstThings {
  const all = priorities(result, Number.POSITIVE_INFINITY)
  const things = all.slice(0, FIRST_THINGS)
  const rest = all.length - things.length
  if (things.length === 0) {
    const next = result.coverage < 1 ? ' The next step is to find out what is still unknown.' : ''
    return { lead: `There is nothing to fix in what is known.${next}`, things }
  }
  const among = things.some((item) => item.nextLevel)
    ? `what brings a ${groupNoun(result.product, 1)} to its next maturity level with the fewest checks left, then what adds most to the score`
    : 'what adds most to the score'
  return {
    lead: `In this order: the most severe first; among those ${among}.`,
    things,
    ...(rest > 0 && {
      rest: `${rest === 1 ? 'One more finding is' : `${rest} more findings are`} listed in the ${groupNoun(result.product, 2)} below.`,
    }),
  }
}

/** How many points fixing a requirement adds to the score, by its id; empty if the points of the result do not add up. */
export const knownGains = (result: AssessmentResult): ReadonlyMap<string, number> =>
  scoreLines(result) ? gainsOf(result) : new Map()

/** Which level and how many points a fix gains. */
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

/** How much is left to do; undefined if unknown. */
export function effortText({ coverage, verdict }: Priority): string | undefined {
  if (coverage && coverage.of > coverage.n) return `${coverage.of - coverage.n} of ${coverage.of} still to fix.`
  if (coverage) return undefined
  return verdict === 'partial' ? 'Part of it is done already.' : 'All of it is still to do.'
}
