import { codeOf } from '../../shared/error-code.ts'
import type { JsonOption } from './options.ts'

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

/** Writes the output to stdout and waits until all of it is written. A reader that stops early (`head`) is not an error. */
export async function printOutput(output: Output, options: JsonOption): Promise<void> {
  const text = options.json ? JSON.stringify(output.json) : output.text
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
