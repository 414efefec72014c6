import type { App } from '../../../app.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import { priorities } from '../../../engine/results/priorities.ts'
import type { Actor } from '../../../shared/actor.ts'
import { requireId } from '../../../shared/ids.ts'
import { readPage, takePage } from '../../../shared/pagination.ts'
import { Problem } from '../../../shared/problem.ts'
import { REQUIREMENT_FORM, type RunRow } from '../rules.ts'
import { getResult } from '../storage/service.ts'
import { findRun, findRunResult } from '../store.ts'
import type { FindingList, FindingQuery } from './schema.ts'
import { findResultBefore } from './store.ts'

/** The findings of a run, worst first, or one page of them; empty until it has completed. */
export async function listFindings(
  app: App,
  actor: Actor,
  id: string,
  { severity, requirement, since, ...request }: FindingQuery = {},
): Promise<FindingList> {
  requireId('run', id)
  const filters = {
    severity: severity ?? null,
    requirement: requirement ?? null,
    ...(since !== undefined && { since }),
  }
  const asked = { list: 'findings', id, ...filters }
  const { after } = readPage(request, asked, REQUIREMENT_FORM)
  const run = await findRun(app.db, actor.partnerId, id)
  if (!run) throw new Problem('NOT_FOUND')
  const stored = run.status === 'completed' ? await findRunResult(app.db, id) : undefined
  const result = stored && (await getResult(app, id, stored))
  if (!result) return { findings: [] }
  const before = since === undefined ? undefined : await listFindingsBefore(app, run, new Date(since))
  const chosen = toFindings(result).filter(
    (finding) =>
      !before?.has(finding.requirement) &&
      (severity === undefined || finding.severity === severity) &&
      (requirement === undefined || finding.requirement === requirement),
  )
  // The order never changes, because the result of a run does not: the requirement alone is the position.
  const start = after ? chosen.findIndex((finding) => finding.requirement === after.id) + 1 : 0
  const rows = chosen.slice(start).map((finding) => ({ finding, id: finding.requirement, createdAt: run.created_at }))
  const { items, nextCursor } = takePage(rows, request, asked)
  return {
    findings: items.map(({ finding }) => finding),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/** Ids of the requirements that were findings of the customer and product at a time; none before the first run. */
async function listFindingsBefore(app: App, run: RunRow, at: Date): Promise<ReadonlySet<string>> {
  const before = await findResultBefore(app.db, run, at)
  const result = before && (await getResult(app, before.id, before))
  const rows = result?.requirements ?? []
  return new Set(rows.flatMap(({ id, severity }) => (severity ? id : [])))
}

function toFindings(result: AssessmentResult): FindingList['findings'] {
  const rows = new Map(result.requirements.map((row) => [row.id, row]))
  return priorities(result, Number.POSITIVE_INFINITY).map(({ nextLevel: _, id: requirement, ...finding }) => {
    const { evidence = [], limitations = [], affected } = rows.get(requirement) ?? {}
    return { requirement, ...finding, ...(affected && { affected }), evidence, limitations }
  })
}
