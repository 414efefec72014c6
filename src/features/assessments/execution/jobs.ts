import type { App } from '../../../app.ts'
import { fields, text } from '../../../shared/json.ts'
import { executeRun } from './service.ts'

/** The job of ASSESS_TASK; its payload is `{ runId }`. */
export async function assess(
  app: App,
  payload: unknown,
  options: { deadlineMs: number; signal?: AbortSignal },
): Promise<void> {
  const runId = text(fields(payload).runId)
  if (runId === undefined) throw new Error('the payload has no runId')
  await executeRun(app, runId, options)
}
