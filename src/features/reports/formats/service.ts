import type { App } from '../../../app.ts'
import type { IsolatedTask } from '../../../platform/isolation/isolated-pool.ts'
import { isId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import type { Edition } from '../content/edition.ts'
import type { ReportInput } from '../content/input.ts'
import { renderReport } from '../html/page.ts'
import { reportPolicy } from '../html/style.ts'
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
  const found = await getReport(app, partnerId, runId)
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
    body: isThreaded(format)
      ? // Requests by key and by link share the partner's turn, so they never delay another partner's first PDF.
        await app.isolated.run(THREADS[format], report, { owner: partnerId, signal })
      : TEXT_RENDERERS[format](report),
    disposition: dispositionOf(report, format),
    ...(format === 'html' && { policy: reportPolicy(report.brand) }),
  }
}

/** What makes a file in a thread. */
export const toFileTask = (file: URL): IsolatedTask<Buffer> => ({
  file,
  // Sixty times as long as the largest sample tenant takes on a slow machine.
  deadlineMs: 60_000,
  parse: (output) => {
    if (!(output instanceof Uint8Array)) throw new TypeError('expected the bytes of a file')
    return Buffer.from(output.buffer, output.byteOffset, output.byteLength)
  },
})

/** Formats that take longer. */
const THREADS = {
  pdf: toFileTask(new URL('../pdf/render-thread.ts', import.meta.url)),
  xlsx: toFileTask(new URL('xlsx/render-thread.ts', import.meta.url)),
}

/** Formats that take a few milliseconds even for the largest sample tenant. */
const TEXT_RENDERERS: Readonly<Record<Exclude<ReportFormat, keyof typeof THREADS>, (report: ReportInput) => string>> = {
  html: (report) => renderReport(report),
  csv: renderCsv,
  json: renderJson,
  oscal: renderOscal,
  ocsf: renderOcsf,
}
