import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../app.ts'
import { FORMATS, isReportFormat } from '../features/reports/formats/rules.ts'
import { getReportFile } from '../features/reports/formats/service.ts'
import { createReportLink } from '../features/reports/service.ts'
import { CommandFailure } from './base/command-failure.ts'
import type { JsonOption } from './base/options.ts'
import { listFields, type Output } from './base/output.ts'
import { runWithApp } from './base/run.ts'

interface Options {
  format?: string
  out?: string
}

export const declare = (program: Command): Command =>
  program
    .command('report')
    .description('print a link to the report of a run, or write the report to a file')
    .argument('<run>', 'id of the run')
    .option('--out <file>', 'write the report to this file')
    .option('--format <format>', 'html, pdf (the default), csv, json or oscal; with --out')
    .option('--json', 'print JSON')
    .action((run: string, options: Options & JsonOption) => runWithApp((app) => runReport(app, run, options), options))

/** With `out`, writes the report to that file; otherwise returns a link that needs no key. */
export async function runReport(app: App, runId: string, { format, out }: Options = {}): Promise<Output> {
  if (out === undefined) {
    if (format !== undefined) throw new CommandFailure('--format goes with --out FILE.')
    const url = await createReportLink(app, runId)
    return { json: { url }, text: url }
  }
  const wanted = format ?? 'pdf'
  if (!isReportFormat(wanted)) throw new CommandFailure(`--format must be one of ${FORMATS.join(', ')}.`)
  const { body } = await getReportFile(app, undefined, runId, wanted)
  await writeFile(out, body, { mode: 0o600 }).catch((error: unknown) => {
    throw new CommandFailure(`${out} cannot be written (${error instanceof Error ? error.message : String(error)}).`)
  })
  return listFields({ run: runId, format: wanted, file: out, bytes: Buffer.byteLength(body) })
}
