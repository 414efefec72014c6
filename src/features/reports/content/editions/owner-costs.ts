import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { groupBars } from '../figures/charts.ts'
import { CONSEQUENCES, OWNER } from '../words/owner.ts'

/** What can happen in areas with gaps, and which areas these are. */
export interface Costs {
  lead: string
  costs: readonly Cost[]
}

export interface Cost {
  area: string
  says: string
}

/** As much as an owner reads. */
const SHOWN = 4

/**
 * The areas with the most serious gaps over all frameworks: those with the most critical findings, then those of which the
 * largest share is missing. Of two with the same consequences, only the worse is here; what is general comes last beside other frameworks.
 */
export function ownerCosts(results: readonly AssessmentResult[]): Costs {
  const worst = results
    .flatMap((result) => gapsOf(result))
    .toSorted(
      (a, b) =>
        (results.length > 1 ? Number(a.isGeneral) - Number(b.isGeneral) : 0) ||
        b.critical - a.critical ||
        b.missing - a.missing,
    )
  const first = [...Map.groupBy(worst, ({ subject }) => subject).values()].flatMap((its) => its.slice(0, 1))
  const shown = first.slice(0, SHOWN)
  const critical = shown.filter((gaps) => gaps.critical > 0).length
  return {
    lead: OWNER.costsLead[critical === 0 ? 'none' : critical === shown.length ? 'all' : 'some'],
    costs: shown.map(({ area, says }) => ({ area, says })),
  }
}

function gapsOf(result: AssessmentResult) {
  const critical = result.requirements.filter(
    ({ verdict, severity, accepted, levels }) =>
      hasFailed(verdict) && severity === 'critical' && !accepted && levels.includes(result.target),
  )
  return groupBars(result).flatMap(({ id, name, counts }) => {
    const { missing = 0, partly = 0, 'not-applicable': outside = 0 } = counts
    const asked = Object.values(counts).reduce((sum, count) => sum + count, 0) - outside
    const { says, subject = id, isGeneral = false } = CONSEQUENCES[id] ?? {}
    if (says === undefined || missing + partly === 0) return []
    const gaps = {
      critical: critical.filter(({ group }) => group === id).length,
      missing: (missing + partly / 2) / asked,
    }
    return [{ area: name, says, subject, isGeneral, ...gaps }]
  })
}
