import { writeFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { FORMATS, isReportFormat } from '../features/reports/formats/rules.ts'
import { getReportFile } from '../features/reports/formats/service.ts'
import { createReportLink } from '../features/reports/service.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'

/** A link that lets whoever has it read the report of a run; with a file, the report itself is written there. */
export async function runReport(
  app: App,
  runId: string,
  { format, out }: { format?: string; out?: string } = {},
): Promise<Output> {
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
