import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Parts } from '../combined.ts'
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
 * largest share is missing. Of two with the same consequences, only the worse is here, and so it is where the same actions fix
 * what two frameworks ask for; what is general comes last beside other frameworks.
 */
export function ownerCosts({ parts, actions }: Pick<Parts, 'parts' | 'actions'>): Costs {
  const results = parts.map(({ result }) => result)
  const worst = results
    .flatMap((result) => gapsOf(result, actions))
    .toSorted(
      (a, b) =>
        (results.length > 1 ? Number(a.isGeneral) - Number(b.isGeneral) : 0) ||
        b.critical - a.critical ||
        b.missing - a.missing,
    )
  const first = [...Map.groupBy(worst, ({ subject }) => subject).values()].flatMap((its) => its.slice(0, 1))
  const shown = first.filter(addsTo).slice(0, SHOWN)
  const critical = shown.filter((gaps) => gaps.critical > 0).length
  const some = shown.slice(0, critical).every((gaps) => gaps.critical > 0) ? 'some' : 'general'
  return {
    lead: OWNER.costsLead[critical === 0 ? 'none' : critical === shown.length ? 'all' : some],
    costs: shown.map(({ area, says }) => ({ area, says })),
  }
}

type Gaps = ReturnType<typeof gapsOf>[number]

/** Whether an area has a gap that the actions for worse areas of other frameworks do not fix as well. */
function addsTo({ product, actions }: Gaps, index: number, all: readonly Gaps[]): boolean {
  const worse = all.slice(0, index).filter((gaps) => gaps.product !== product)
  return actions.length === 0 || actions.some((id) => !worse.some((gaps) => gaps.actions.includes(id)))
}

function gapsOf(result: AssessmentResult, actions: Parts['actions']) {
  const critical = result.requirements.filter(
    ({ verdict, severity, accepted, levels }) =>
      hasFailed(verdict) && severity === 'critical' && !accepted && levels.includes(result.target),
  )
  const own = actions.flatMap(({ parts }) => parts.filter((part) => part.result === result).map(({ action }) => action))
  const fixing = (group: string): string[] =>
    own.filter(({ findings }) => findings.some(({ groups }) => groups.includes(group))).map(({ id }) => id)
  return groupBars(result).flatMap(({ id, name, counts }) => {
    const { missing = 0, partly = 0, 'not-applicable': outside = 0 } = counts
    const asked = Object.values(counts).reduce((sum, count) => sum + count, 0) - outside
    const { says, subject = id, isGeneral = false } = CONSEQUENCES[id] ?? {}
    if (says === undefined || missing + partly === 0) return []
    const gaps = {
      critical: critical.filter(({ group }) => group === id).length,
      missing: (missing + partly / 2) / asked,
    }
    return [{ area: name, product: result.product, says, subject, isGeneral, actions: fixing(id), ...gaps }]
  })
}
