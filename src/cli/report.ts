import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../app.ts'
import { COMBINED_FORMATS } from '../features/reports/combined/rules.ts'
import { createCombinedLink, getCombinedFile } from '../features/reports/combined/service.ts'
import { EDITIONS, ENDINGS, FORMATS, isEdition, type ReportFile } from '../features/reports/formats/rules.ts'
import { getReportFile } from '../features/reports/formats/service.ts'
import { createReportLink } from '../features/reports/service.ts'
import { Problem } from '../shared/problem.ts'
import { CommandFailure } from './base/command-failure.ts'
import { toFileFailure } from './base/named-file.ts'
import type { JsonOption } from './base/options.ts'
import { chooseFormat } from './base/out-format.ts'
import { listFields, type Output } from './base/output.ts'
import { runWithApp } from './base/run.ts'

interface Options {
  format?: string
  edition?: string
  out?: string
  customer?: string
  products?: string
}

export const declare = (program: Command): Command =>
  program
    .command('report')
    .description('print a link to the report of a run or customer, or write the report to a file')
    .argument('[run]', 'id of the run')
    .option('--customer <id>', 'instead of a run: the report on this customer for several frameworks')
    .option('--products <products>', 'with --customer: ids, separated by commas; by default all with a completed run')
    .option('--out <file>', 'write the report to this file')
    .option('--format <format>', `${FORMATS.join(', ')}; with --out, by default according to the file name`)
    .option('--edition <edition>', `the audience: ${EDITIONS.join(', ')}`)
    .option('--json', 'print JSON')
    .action((run: string | undefined, options: Options & JsonOption) =>
      runWithApp((app) => runReport(app, run, options), options),
    )

/** With `out`, writes the report to that file; otherwise returns a link that needs no key. */
export async function runReport(app: App, runId: string | undefined, options: Options = {}): Promise<Output> {
  const { format, edition, out } = options
  if (edition !== undefined && !isEdition(edition)) {
    throw new CommandFailure(`--edition must be one of ${EDITIONS.join(', ')}.`)
  }
  const { about, link, file } = chooseReport(app, runId, options, edition && { edition })
  if (out === undefined) {
    if (format !== undefined) throw new CommandFailure('--format needs --out FILE.')
    const url = await link().catch(nameMissing(about))
    return { json: { url }, text: url }
  }
  const { format: written, body } = await file(out, format).catch(nameMissing(about))
  await writeFile(out, body, { mode: 0o600 }).catch((error: unknown) => {
    throw toFileFailure(out, 'written', error)
  })
  const what = { ...about, format: written, ...(edition && { edition }) }
  return listFields({ ...what, file: out, bytes: Buffer.byteLength(body) })
}

/** Rethrows; NOT_FOUND says what was not found, because an operator sees everything. */
const nameMissing =
  ({ run, customer }: Record<string, string>) =>
  (error: unknown): never => {
    if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
    const what = run === undefined ? `Customer ${customer}` : `Run ${run}`
    throw new Problem('NOT_FOUND', { message: `${what} not found.` })
  }

/** A report that the command can link to or write. */
interface Report {
  about: Record<string, string>
  link(): Promise<string>
  /** In the given format, or else in the one that the ending of `out` names. */
  file(out: string, format: string | undefined): Promise<ReportFile>
}

/** The report of the run, or the one about the customer. */
function chooseReport(
  app: App,
  runId: string | undefined,
  { customer, products }: Options,
  chosen: { edition: (typeof EDITIONS)[number] } | undefined,
): Report {
  if (customer !== undefined && runId === undefined) {
    const wanted = { customerId: customer, ...(products !== undefined && { products }), ...chosen }
    return {
      about: { customer, ...(products !== undefined && { products }) },
      link: () => createCombinedLink(app, wanted),
      file: async (out, format) =>
        getCombinedFile(app, undefined, { ...wanted, format: chooseFormat(out, format, COMBINED_FORMATS, ENDINGS) }),
    }
  }
  if (runId === undefined || customer !== undefined) throw new CommandFailure('Specify a run or --customer.')
  if (products !== undefined) throw new CommandFailure('--products needs --customer.')
  return {
    about: { run: runId },
    link: () => createReportLink(app, runId, chosen?.edition),
    file: async (out, format) =>
      getReportFile(app, undefined, runId, { format: chooseFormat(out, format, FORMATS, ENDINGS), ...chosen }),
  }
}
