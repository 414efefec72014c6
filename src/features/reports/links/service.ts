import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import type { ReportFile } from '../formats/rules.ts'
import { renderFile } from '../formats/service.ts'
import { renderReport } from '../html/page.ts'
import { renderPendingPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { isReportLink } from '../rules.ts'
import { getReport } from '../service.ts'

/**
 * The page of a run for its signed link, and its Content-Security-Policy. NOT_FOUND both for an invalid link and for a run that
 * is gone.
 */
export async function getReportPage(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
): Promise<{ page: string; policy: string }> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await getReport(app, undefined, runId)
  if ('pending' in found) return { page: renderPendingPage(found.pending), policy: reportPolicy(found.pending.brand) }
  const pdfUrl = `?format=pdf&expires=${given.expires}&signature=${given.signature}`
  return { page: renderReport(found.report, pdfUrl), policy: reportPolicy(found.report.brand) }
}

/** The PDF of a run for the signed link of its page; undefined if the run has no report. */
export async function getLinkedPdf(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
  signal?: AbortSignal,
): Promise<ReportFile | undefined> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await getReport(app, undefined, runId)
  return 'report' in found ? await renderFile(app, found, 'pdf', signal) : undefined
}
