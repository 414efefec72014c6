import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Meaning } from '../../../../shared/charts/drawing.ts'
import type { Counts } from '../../../../shared/charts/stacked-bars.ts'
import { barParts, countMeanings, groupBars } from '../figures/charts.ts'
import { levelState, targetState, topLevel, unknownPoints } from '../rules.ts'
import { duplicatesNote } from '../unknowns.ts'
import { OWNER, STATES, UNKNOWN_STATES } from '../words/owner.ts'
import { purpose } from '../words/purposes.ts'

/** What an owner reads about one framework: no ids, no names of settings. */
export interface OwnerPart {
  meaning: readonly string[]
  /** All checks of the target, in words such as `28 missing`: beside other frameworks, in place of `meaning`. */
  counts: readonly string[]
  areas: readonly Area[]
}

export interface Area {
  name: string
  purpose: string
  state: string
  /** Gives the mark beside the state. */
  meaning: Meaning
}

export function ownerPart(result: AssessmentResult): OwnerPart {
  const bars = groupBars(result)
  const counts = countMeanings(result.requirements.filter((row) => row.levels.includes(result.target)))
  return {
    meaning: meaningOf(result, bars),
    counts: barParts(counts).map(([, words]) => words),
    areas: bars.map((bar) => ({
      name: bar.name,
      purpose: purpose(bar.name) ?? '',
      ...stateOf(bar.counts),
    })),
  }
}

/** What the areas of several frameworks show, in sentences. */
export const jointMeaning = (results: readonly AssessmentResult[]): string[] => [
  OWNER.meaningOfAll,
  ...results.map(countedTwice).filter((sentence) => sentence !== ''),
  ...(results.some(({ coverage }) => coverage < 1) ? [OWNER.unknown(unknownPoints(results))] : []),
]

function meaningOf(result: AssessmentResult, bars: readonly { counts: Counts }[]): string[] {
  const sum = (meaning: keyof Counts): number => bars.reduce((total, { counts }) => total + (counts[meaning] ?? 0), 0)
  const [missing, unknown] = [sum('missing') + sum('partly'), sum('unknown')]
  return [
    levelSentence(result),
    unknown + missing === 0
      ? sum('in-place') > 0 && OWNER.protected(sum('in-place'), sum('not-applicable'))
      : OWNER.counts({
          inPlace: sum('in-place'),
          partly: sum('partly'),
          missing: sum('missing'),
          unknown,
          notApplicable: sum('not-applicable'),
        }),
    countedTwice(result),
    unknown > 0 && OWNER.unknown(unknownPoints([result])),
  ].filter((sentence): sentence is string => typeof sentence === 'string' && sentence !== '')
}

/** Why more checks fall short than there are findings, where that is so. */
const countedTwice = (result: AssessmentResult): string =>
  duplicatesNote(
    result,
    result.requirements.filter(({ severity }) => severity !== undefined),
  )

function levelSentence(result: AssessmentResult): string {
  const { maturityAchieved, target } = result
  const state = levelState(result)
  if (state === 'unknown') return OWNER.levelUnknown(target)
  return state === 'lowest' && maturityAchieved < target
    ? OWNER.levelLowest(maturityAchieved, topLevel(result), target, targetState(result))
    : OWNER.level(maturityAchieved, target, targetState(result))
}

/** Below this share of an area, what is unknown is a part of it; up to a half, it is called half. */
const HALF = 0.4

/** What is known of an area, and how much of it is not. If about half is unknown and the rest is mixed, only that is said. */
function stateOf(counts: Counts): Pick<Area, 'state' | 'meaning'> {
  const of = (meaning: keyof Counts): number => counts[meaning] ?? 0
  const known = of('in-place') + of('partly') + of('missing')
  const unknown = of('unknown') / (known + of('unknown'))
  const { state, meaning } = STATES[knownState(counts)]
  if (unknown > 0.5) return { state: known === 0 ? UNKNOWN_STATES.all : UNKNOWN_STATES.mostly, meaning: 'unknown' }
  if (unknown < HALF || of('missing') === known)
    return {
      state: unknown > 0 ? UNKNOWN_STATES[unknown < HALF ? 'part' : 'half'](state) : state,
      // What is in place only as far as it is known is not in place.
      meaning: unknown > 0 && meaning === 'in-place' ? 'partly' : meaning,
    }
  const isOne = of('in-place') === known || of('partly') === known
  return { state: isOne ? UNKNOWN_STATES.half(state) : UNKNOWN_STATES.mixedHalf, meaning: 'unknown' }
}

function knownState(counts: Counts): keyof typeof STATES {
  const of = (meaning: keyof Counts): number => counts[meaning] ?? 0
  const known = of('in-place') + of('partly') + of('missing')
  if (of('in-place') === known) return 'done'
  if (of('missing') === known) return 'allMissing'
  if (of('missing') > known / 2) return 'missing'
  return of('in-place') >= known * 0.8 ? 'nearly' : 'partly'
}
