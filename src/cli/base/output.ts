import { codeOf } from '../../shared/error-code.ts'
import type { JsonOption } from './options.ts'
import { clearProgressLine } from './progress.ts'

/** The result of a command: JSON for `--json`, text for people. */
export interface Output {
  json: unknown
  text: string
}

/** The same fields as JSON and as aligned lines of text. */
export function listFields(values: Readonly<Record<string, string | number>>): Output {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  const lines = Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  return { json: values, text: lines.join('\n') }
}

/** Rows of cells as lines of text, each column as wide as its widest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes the output to stdout and waits until all of it is written. A reader that stops early (`head`) is not an error. */
export async function printOutput(output: Output, options: JsonOption): Promise<void> {
  const text = options.json ? JSON.stringify(output.json) : output.text
  clearProgressLine()
  const { stdout } = process
  stdout.once('error', () => {})
  await new Promise<void>((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => {
      if (!error || codeOf(error) === 'EPIPE') resolve()
      else reject(error)
    })
  })
}

/** The time in UTC, to the minute. */
export const formatMinute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ')

/** The time in UTC, to the second. */
export const formatSecond = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')
