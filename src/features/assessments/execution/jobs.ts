import type { App } from '../../../app.ts'
import { fields, text } from '../../../shared/json.ts'
import { executeRun } from './service.ts'

/** The job of ASSESS_TASK; its payload is `{ runId, traceId? }`. Log entries of the run have the trace that it was started in. */
export async function assess(
  app: App,
  payload: unknown,
  options: { deadlineMs: number; signal?: AbortSignal },
): Promise<void> {
  const runId = text(fields(payload).runId)
  const traceId = text(fields(payload).traceId)
  if (runId === undefined) throw new Error('the payload has no runId')
  const traced = traceId === undefined ? app : { ...app, log: app.log.child({ traceId }) }
  await executeRun(traced, runId, options)
}
