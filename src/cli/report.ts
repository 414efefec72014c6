import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../app.ts'
import {
  EDITIONS,
  ENDINGS,
  FORMATS,
  isEdition,
  isReportFormat,
  type ReportFormat,
} from '../features/reports/formats/rules.ts'
import { getReportFile } from '../features/reports/formats/service.ts'
import { createReportLink } from '../features/reports/service.ts'
import { CommandFailure } from './base/command-failure.ts'
import type { JsonOption } from './base/options.ts'
import { listFields, type Output } from './base/output.ts'
import { runWithApp } from './base/run.ts'

interface Options {
  format?: string
  edition?: string
  out?: string
}

export const declare = (program: Command): Command =>
  program
    .command('report')
    .description('print a link to the report of a run, or write the report to a file')
    .argument('<run>', 'id of the run')
    .option('--out <file>', 'write the report to this file')
    .option('--format <format>', `${FORMATS.join(', ')}; with --out, and by default what its ending says`)
    .option('--edition <edition>', `for whom: ${EDITIONS.join(', ')}`)
    .option('--json', 'print JSON')
    .action((run: string, options: Options & JsonOption) => runWithApp((app) => runReport(app, run, options), options))

/** With `out`, writes the report to that file; otherwise returns a link that needs no key. */
export async function runReport(app: App, runId: string, { format, edition, out }: Options = {}): Promise<Output> {
  if (edition !== undefined && !isEdition(edition)) {
    throw new CommandFailure(`--edition must be one of ${EDITIONS.join(', ')}.`)
  }
  if (out === undefined) {
    if (format !== undefined) throw new CommandFailure('--format goes with --out FILE.')
    const url = await createReportLink(app, runId, edition)
    return { json: { url }, text: url }
  }
  const wanted = format ?? formatOf(out)
  if (wanted === undefined) {
    throw new CommandFailure(`The ending of ${out} names no format: add --format with one of ${FORMATS.join(', ')}.`)
  }
  if (!isReportFormat(wanted)) throw new CommandFailure(`--format must be one of ${FORMATS.join(', ')}.`)
  const { body } = await getReportFile(app, undefined, runId, { format: wanted, ...(edition && { edition }) })
  await writeFile(out, body, { mode: 0o600 }).catch((error: unknown) => {
    throw new CommandFailure(`${out} cannot be written (${error instanceof Error ? error.message : String(error)}).`)
  })
  const about = { run: runId, format: wanted, ...(edition && { edition }), file: out }
  return listFields({ ...about, bytes: Buffer.byteLength(body) })
}

/** The format that the ending of a file name says; the longest ending counts. */
const formatOf = (file: string): ReportFormat | undefined =>
  FORMATS.toSorted((a, b) => ENDINGS[b].length - ENDINGS[a].length).find((format) =>
    file.toLowerCase().endsWith(`.${ENDINGS[format]}`),
  )
