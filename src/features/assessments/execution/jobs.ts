import type { App } from '../../../app.ts'
import { fields, text } from '../../../shared/json.ts'
import { readTraceparent } from '../../../shared/tracing/trace-context.ts'
import { executeRun } from './service.ts'

/**
 * The job of ASSESS_TASK; its payload is `{ runId, traceparent? }`, or `{ runId, traceId? }` from processes of version 0.2.0.
 * Log entries of the run have the trace that it was started in.
 */
export async function assess(
  app: App,
  payload: unknown,
  options: { deadlineMs: number; signal?: AbortSignal },
): Promise<void> {
  const { runId: id, traceparent: header, traceId: oldTraceId } = fields(payload)
  const runId = text(id)
  if (runId === undefined) throw new Error('the payload has no runId')
  const traceparent = text(header)
  const traceId = readTraceparent(traceparent)?.traceId ?? text(oldTraceId)
  const traced = traceId === undefined ? app : { ...app, log: app.log.child({ traceId }) }
  await executeRun(traced, runId, { ...options, ...(traceparent !== undefined && { traceparent }) })
}
