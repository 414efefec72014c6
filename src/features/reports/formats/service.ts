import type { App } from '../../../app.ts'
import { toFileTask } from '../../../platform/isolation/file-task.ts'
import type { Turn } from '../../../platform/isolation/isolated-pool.ts'
import { isId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import type { Edition } from '../content/edition.ts'
import type { ReportInput } from '../content/input.ts'
import { renderReportPage } from '../html/service.ts'
import { reportPolicy } from '../html/style.ts'
import { namesRequester } from '../rules.ts'
import { getReport } from '../service.ts'
import { renderCsv } from './csv.ts'
import { renderJson } from './json.ts'
import { renderOcsf } from './ocsf.ts'
import { renderOscal } from './oscal.ts'
import { dispositionOf, isThreaded, MEDIA_TYPES, type ReportFile, type ReportFormat } from './rules.ts'

/**
 * The report of a partner's run in one of its formats; without a partner, of any run, for the operator. The signal ends the
 * wait for a PDF. NOT_FOUND for a run that is gone or another partner's, REPORT_NOT_READY for one that has not completed or
 * never will, SERVICE_UNAVAILABLE if too many PDFs are waiting.
 */
export async function getReportFile(
  app: App,
  partnerId: string | undefined,
  runId: string,
  wanted: WantedReport,
  signal?: AbortSignal,
): Promise<ReportFile> {
  if (!isId('run', runId)) throw new Problem('NOT_FOUND')
  const found = await getReport(app, partnerId, runId, { withRequester: namesRequester(wanted.format, wanted.edition) })
  if ('report' in found) return await renderFile(app, found, wanted, signal)
  throw new Problem('REPORT_NOT_READY', {
    message: `The run is ${found.pending.status}: only a completed one has a report.`,
  })
}

/** A format, and an edition if one was asked for. */
export interface WantedReport {
  format: ReportFormat
  edition?: Edition
}

interface CompletedReport {
  partnerId: string
  report: ReportInput
}

export async function renderFile(
  app: App,
  { partnerId, report: content }: CompletedReport,
  { format, edition }: WantedReport,
  signal: AbortSignal | undefined,
): Promise<ReportFile> {
  const report: ReportInput = edition ? { ...content, edition } : content
  const text = format === 'html' || format === 'csv' ? '; charset=utf-8' : ''
  return {
    format,
    contentType: `${MEDIA_TYPES[format]}${text}`,
    body: await renderBody(app, report, format, { owner: partnerId, signal }),
    disposition: dispositionOf(report, format),
    ...(format === 'html' && { policy: reportPolicy(report.brand) }),
  }
}

/** Requests by key and by link share the partner's turn, so they never delay another partner's first PDF. */
async function renderBody(app: App, report: ReportInput, format: ReportFormat, turn: Turn): Promise<string | Buffer> {
  if (format === 'html') return await renderReportPage(app, { report }, turn)
  return isThreaded(format) ? await app.isolated.run(THREADS[format], report, turn) : TEXT_RENDERERS[format](report)
}

/** Formats that take longer. */
const THREADS = {
  pdf: toFileTask(new URL('../pdf/render-thread.ts', import.meta.url)),
  xlsx: toFileTask(new URL('xlsx/render-thread.ts', import.meta.url)),
}

/** Formats that take a few milliseconds even for the largest sample tenant. */
const TEXT_RENDERERS: Readonly<
  Record<Exclude<ReportFormat, 'html' | keyof typeof THREADS>, (report: ReportInput) => string>
> = {
  csv: renderCsv,
  json: renderJson,
  oscal: renderOscal,
  ocsf: renderOcsf,
}
