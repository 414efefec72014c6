import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Meaning } from '../../../../shared/charts/drawing.ts'
import type { Counts } from '../../../../shared/charts/stacked-bars.ts'
import { groupBars } from '../figures/charts.ts'
import { targetState } from '../rules.ts'
import { CONSEQUENCES, OWNER, STATES } from '../words/owner.ts'
import { purpose } from '../words/purposes.ts'

/** What an owner reads about one framework: no ids, no names of settings. */
export interface OwnerPart {
  meaning: readonly string[]
  /** `meaning` gives the mark beside the state. */
  areas: readonly { name: string; purpose: string; state: string; meaning: Meaning }[]
  costs: { lead: string; entries: readonly { area: string; says: string }[] }
}

/** As much as fits on three or four pages. */
const COSTS_SHOWN = 4

export function ownerPart(result: AssessmentResult): OwnerPart {
  const bars = groupBars(result)
  return {
    meaning: meaningOf(result, bars),
    areas: bars.map(({ name, counts }) => ({ name, purpose: purpose(name) ?? '', ...STATES[stateOf(counts)] })),
    costs: costsOf(bars),
  }
}

function meaningOf(result: AssessmentResult, bars: readonly { counts: Counts }[]): string[] {
  const sum = (meaning: keyof Counts): number => bars.reduce((total, { counts }) => total + (counts[meaning] ?? 0), 0)
  const [missing, unknown] = [sum('missing') + sum('partly'), sum('unknown')]
  return [
    OWNER.level(result.maturityAchieved, result.target, targetState(result)),
    unknown + missing === 0
      ? sum('in-place') > 0 && OWNER.protected(sum('in-place'))
      : OWNER.counts(sum('in-place'), sum('partly'), sum('missing'), unknown),
    unknown > 0 && OWNER.unknown,
  ].filter((sentence) => sentence !== false)
}

function stateOf(counts: Counts): keyof typeof STATES {
  const of = (meaning: keyof Counts): number => counts[meaning] ?? 0
  const known = of('in-place') + of('partly') + of('missing')
  if (of('unknown') > known) return known === 0 ? 'allUnknown' : 'unknown'
  if (of('partly') + of('missing') + of('unknown') === 0) return 'done'
  if (of('missing') > known / 2) return of('missing') === known + of('unknown') ? 'allMissing' : 'missing'
  return of('in-place') >= (known + of('unknown')) * 0.8 ? 'nearly' : 'partly'
}

/** The text below the title of the costs; never empty, even if an earlier framework had the same sentences. */
export const costsLead = ({ lead, entries }: OwnerPart['costs'], fresh: (text: string) => string): string =>
  fresh(lead) || (entries.length > 0 ? '' : OWNER.noCostsAgain)

/** The areas in which most is known to be missing. */
function costsOf(bars: readonly { id: string; name: string; counts: Counts }[]): OwnerPart['costs'] {
  const missing = ({ missing: none = 0, partly = 0 }: Counts): number => none + partly / 2
  const worst = bars
    .filter(({ counts }) => missing(counts) > 0)
    .toSorted((a, b) => missing(b.counts) - missing(a.counts))
  const entries = worst.slice(0, COSTS_SHOWN).flatMap(({ id, name }) => {
    const says = CONSEQUENCES[id]
    return says === undefined ? [] : [{ area: name, says }]
  })
  const hasUnknown = bars.some(({ counts }) => (counts.unknown ?? 0) > 0)
  const lead = entries.length > 0 ? OWNER.costsLead : hasUnknown ? OWNER.noCosts : OWNER.noCostsKnown
  return { lead, entries }
}
