import type { App } from '../../../app.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Actor } from '../../../shared/actor.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { findReportSource, type ReportSource } from '../../assessments/service.ts'
import { getTrend } from '../../assessments/trend/service.ts'
import { changesByKind, compareResults } from '../content/difference.ts'
import type { RowChange } from '../content/input.ts'
import type { RunComparison } from './schema.ts'

/** A run with its result. */
type Completed = ReportSource & { result: AssessmentResult; run: { completed_at: Date } }

/**
 * What changed between two completed runs of one customer and product, whichever was first. Without an other run, the completed
 * one before is meant. Throws NOT_FOUND, REPORT_NOT_READY, and INVALID_FIELD for runs that cannot be compared.
 */
export async function getComparison(
  app: App,
  actor: Actor,
  id: string,
  other: string | undefined,
): Promise<RunComparison> {
  const one = await requireCompleted(app, actor, id)
  const two = await requireCompleted(app, actor, other ?? (await requirePrevious(app, one)))
  if (one.run.customer_id !== two.run.customer_id || one.run.product !== two.run.product)
    throw cannotCompare('Only runs of the same customer and product can be compared.')
  const [before, after] = one.run.completed_at < two.run.completed_at ? [one, two] : [two, one]
  const names = new Map([...before.result.groups, ...after.result.groups].map(({ id, name }) => [id, name]))
  const show = (changes: readonly RowChange[]) =>
    changes.map(({ id: requirement, group, byAnswer: _, ...change }) => ({
      requirement,
      group: names.get(group) ?? group,
      ...change,
    }))
  const changes = changesByKind(compareResults(before.result, after.result))
  return {
    product: one.run.product,
    before: toRun(before),
    after: toRun(after),
    better: show(changes.better),
    worse: show(changes.worse),
    answered: show(changes.answered),
    nowKnown: show(changes.nowKnown),
    nowUnknown: show(changes.nowUnknown),
    otherwise: show(changes.otherwise),
  }
}

async function requireCompleted(app: App, { partnerId }: Actor, id: string): Promise<Completed> {
  requireId('run', id)
  const source = await findReportSource(app, id, partnerId)
  if (!source) throw new Problem('NOT_FOUND')
  const { run, result } = source
  if (!result || !run.completed_at) throw new Problem('REPORT_NOT_READY')
  return { ...source, result, run: { ...run, completed_at: run.completed_at } }
}

async function requirePrevious(app: App, { run }: Completed): Promise<string> {
  const { runs } = await getTrend(app, run, 2)
  const previous = runs.length > 1 ? runs[0] : undefined
  if (!previous) throw cannotCompare('This is the first completed run of its kind.')
  return previous.id
}

const cannotCompare = (message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field: 'with', code: 'INVALID_FIELD', message }] })

const toRun = ({ run, result }: Completed): RunComparison['before'] => ({
  runId: run.id,
  completedAt: run.completed_at,
  score: result.score,
  scoreCeiling: result.scoreCeiling,
  coverage: result.coverage,
  maturityAchieved: result.maturityAchieved,
  maturityTarget: result.target,
  findings: result.findings,
})
