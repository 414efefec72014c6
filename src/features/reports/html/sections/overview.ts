import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { chipKey, stateChip } from '../frame/badges.ts'

/**
 * The state of every requirement on one screen, group by group, in the order of the framework. `linkTo` gives the anchor
 * of what the page says about a requirement, if it says anything.
 */
export function renderOverview(
  { groups, requirements, target }: AssessmentResult,
  linkTo: (row: RequirementResult) => string | undefined,
): Markup {
  const byGroup = Map.groupBy(requirements, ({ group }) => group)
  const key = chipKey(requirements.map((row) => [row, row.levels.includes(target)]))
  return html`${key}
<dl class="overview">${groups.map(({ id, name }) => {
    const rows = byGroup.get(id) ?? []
    return (
      rows.length > 0 &&
      html`<dt>${name}</dt><dd><ul>${rows.map((row) => html`<li>${stateChip(row, row.levels.includes(target), linkTo(row))}</li>`)}</ul></dd>`
    )
  })}</dl>`
}
