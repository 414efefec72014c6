import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { groupBars } from '../figures/charts.ts'
import { CONSEQUENCES } from '../words/owner.ts'

/** What can happen in an area with gaps. */
export interface Cost {
  area: string
  says: string
}

/** As much as an owner reads. */
const SHOWN = 4

/**
 * The areas with the most serious gaps over all frameworks: those with the most critical findings, then with the most that
 * is missing. Of two with the same consequences, only the worse is here; what is general comes last beside other frameworks.
 */
export function ownerCosts(results: readonly AssessmentResult[]): Cost[] {
  const worst = results
    .flatMap((result) => gapsOf(result))
    .toSorted(
      (a, b) =>
        (results.length > 1 ? Number(a.isGeneral) - Number(b.isGeneral) : 0) ||
        b.critical - a.critical ||
        b.missing - a.missing,
    )
  const first = [...Map.groupBy(worst, ({ subject }) => subject).values()].flatMap((its) => its.slice(0, 1))
  return first.slice(0, SHOWN).map(({ area, says }) => ({ area, says }))
}

function gapsOf(result: AssessmentResult) {
  const critical = result.requirements.filter(
    ({ verdict, severity, accepted, levels }) =>
      hasFailed(verdict) && severity === 'critical' && !accepted && levels.includes(result.target),
  )
  return groupBars(result).flatMap(({ id, name, counts: { missing = 0, partly = 0 } }) => {
    const { says, subject = id, isGeneral = false } = CONSEQUENCES[id] ?? {}
    if (says === undefined || missing + partly === 0) return []
    const gaps = { critical: critical.filter(({ group }) => group === id).length, missing: missing + partly / 2 }
    return [{ area: name, says, subject, isGeneral, ...gaps }]
  })
}
