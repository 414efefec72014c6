import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../../engine/model/result.ts'
import { type Action, actionsOf } from '../../../engine/results/actions.ts'
import { planByQuarter, roadmapOf } from '../../../engine/results/plan.ts'
import { unknownsOf } from '../../../engine/results/unknowns.ts'
import type { Edition } from '../content/edition.ts'
import type { ReportInput } from '../content/input.ts'

/**
 * A report for programs. `result` is what `plumbline assess --json` prints, with the rows that the edition is about. Fields
 * may be added, but existing ones stay the same while `format` has the same value.
 */
export function renderJson(input: ReportInput): string {
  const { runId, tenantId, createdAt, completedAt, maturityTarget, productName, result, trend, difference } = input
  const { edition } = input
  return JSON.stringify({
    format: 'plumbline-report/1',
    ...(edition && { edition }),
    run: { id: runId, tenantId, product: result.product, productName, maturityTarget, createdAt, completedAt },
    customer: { name: input.customerName },
    partner: { name: input.partnerName },
    result: edition ? { ...result, requirements: result.requirements.filter(ROWS[edition]) } : result,
    trend,
    ...(difference && { difference }),
    ...(edition && renderActions(input)),
  })
}

/** The owner's edition has no requirements, the technical edition those that need action. */
const ROWS: Readonly<Record<Edition, (row: RequirementResult) => boolean>> = {
  owner: () => false,
  technical: ({ verdict }) => hasFailed(verdict) || isUnknown(verdict),
  full: () => true,
}

function renderActions({ result, completedAt, edition }: ReportInput) {
  const actions = actionsOf(result)
  const plan = planByQuarter(actions, completedAt).map(({ year, quarter, isLater, actions: its }) => ({
    year,
    quarter,
    ...(isLater && { later: true }),
    actions: its.map(({ id }) => id),
  }))
  return {
    actions: actions.map((action) => renderAction(action, edition === 'owner')),
    unknowns: unknownsOf(result),
    roadmap: roadmapOf(actions),
    plan,
  }
}

/** An action with its findings by their ids. An owner does not need the steps. */
function renderAction({ remedy, findings, ...action }: Action, isForOwner: boolean) {
  const { why, usersNotice, licence, steps, script, verified, documentation } = remedy ?? {}
  return {
    ...action,
    findings: findings.map(({ id }) => id),
    ...(remedy && { why, usersNotice, licence }),
    ...(remedy && !isForOwner && { steps, ...(script && { script }), verified, documentation }),
  }
}
