import type { App } from '../../../app.ts'
import { priorities } from '../../../engine/results/priorities.ts'
import type { Actor } from '../../../shared/actor.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { unpackResult } from '../packing.ts'
import { findRun, findRunResult } from '../store.ts'
import type { FindingList } from './schema.ts'

/** The findings of a run, worst first; empty until it has completed. */
export async function listFindings(app: App, actor: Actor, id: string): Promise<FindingList> {
  requireId('run', id)
  const run = await findRun(app.db, actor.partnerId, id)
  if (!run) throw new Problem('NOT_FOUND')
  const packed = run.status === 'completed' ? await findRunResult(app.db, id) : undefined
  if (!packed) return { findings: [] }
  const result = unpackResult(app.secrets, id, packed)
  const rows = new Map(result.requirements.map((row) => [row.id, row]))
  return {
    findings: priorities(result, Number.POSITIVE_INFINITY).map(({ nextLevel: _, id: requirement, ...finding }) => {
      const { evidence = [], limitations = [], affected } = rows.get(requirement) ?? {}
      return { requirement, ...finding, ...(affected && { affected }), evidence, limitations }
    }),
  }
}
