import type { App } from '../app.ts'
import { createReportLink } from '../features/reports/service.ts'
import type { Output } from './output.ts'

/** A link that lets whoever has it read the report of a run. */
export async function runReport(app: App, runId: string): Promise<Output> {
  const url = await createReportLink(app, runId)
  return { json: { url }, text: url }
}
