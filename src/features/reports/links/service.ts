import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import type { ReportFile } from '../formats/rules.ts'
import { renderFile } from '../formats/service.ts'
import { renderReport } from '../html/page.ts'
import { renderPendingPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { isReportLink } from '../rules.ts'
import { readReport } from '../service.ts'

/**
 * The page of a run for whoever holds its signed link, with the policy to serve it under. NOT_FOUND for a wrong link and
 * for a run that is gone alike.
 */
export async function getReportPage(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
): Promise<{ page: string; policy: string }> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await readReport(app, undefined, runId)
  if ('pending' in found) return { page: renderPendingPage(found.pending), policy: reportPolicy(found.pending.brand) }
  const pdfUrl = `?format=pdf&expires=${given.expires}&signature=${given.signature}`
  return { page: renderReport(found.report, pdfUrl), policy: reportPolicy(found.report.brand) }
}

/** The PDF for whoever holds the signed link of its page; undefined where the page has no report to show either. */
export async function getLinkedPdf(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
  signal?: AbortSignal,
): Promise<ReportFile | undefined> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await readReport(app, undefined, runId)
  return 'report' in found ? await renderFile(app, found, 'pdf', signal) : undefined
}
