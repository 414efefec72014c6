import type { App } from '../../../app.ts'
import { isId } from '../../../ground/ids.ts'
import { Problem } from '../../../ground/problem.ts'
import { createTurns } from '../../../ground/turns.ts'
import type { ReportInput } from '../input.ts'
import { isReportLink } from '../link.ts'
import { renderReport } from '../page.ts'
import { readReport } from '../service.ts'
import { reportPolicy } from '../style.ts'
import { renderCsv } from './csv.ts'
import { renderJson } from './json.ts'
import { renderOscal } from './oscal.ts'
import { dispositionOf, MEDIA_TYPES, type ReportFile, type ReportFormat } from './rules.ts'

/**
 * The report of a partner's run in one of its formats; without a partner, of any run, for whoever operates the service.
 * NOT_FOUND for a run that is another's or gone, REPORT_NOT_READY while it has not completed and where it never will.
 */
export async function getReportFile(
  app: App,
  partnerId: string | undefined,
  runId: string,
  format: ReportFormat,
): Promise<ReportFile> {
  if (!isId('run', runId)) throw new Problem('NOT_FOUND')
  const found = await readReport(app, partnerId, runId)
  if ('report' in found) return await renderFile(found.report, format)
  throw new Problem('REPORT_NOT_READY', {
    message: `The run is ${found.pending.status}: only a completed one has a report.`,
  })
}

/** The PDF for whoever holds the signed link of its page; undefined where the page has no report to show either. */
export async function getLinkedPdf(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
): Promise<ReportFile | undefined> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await readReport(app, undefined, runId)
  return 'report' in found ? await renderFile(found.report, 'pdf') : undefined
}

/** A PDF takes half a second of the processor: whoever holds a link must not take it from everybody else. */
const PDFS_WAITING_MOST = 20
const inTurn = createTurns(PDFS_WAITING_MOST)

async function renderFile(report: ReportInput, format: ReportFormat): Promise<ReportFile> {
  const text = format === 'html' || format === 'csv' ? '; charset=utf-8' : ''
  return {
    format,
    contentType: `${MEDIA_TYPES[format]}${text}`,
    body: await RENDERERS[format](report),
    disposition: dispositionOf(report, format),
    ...(format === 'html' && { policy: reportPolicy(report.brand) }),
  }
}

const RENDERERS: Readonly<Record<ReportFormat, (report: ReportInput) => string | Promise<Buffer>>> = {
  html: (report) => renderReport(report),
  // Loaded where it is first needed: 15 MB that a service which nobody asks for a PDF need not hold.
  pdf: (report) => inTurn(async () => (await import('../pdf/document.ts')).renderPdf(report)),
  csv: renderCsv,
  json: renderJson,
  oscal: renderOscal,
}
