import { readFile } from 'node:fs/promises'
import { readTenant } from '../engine/datasets/reading.ts'
import { evaluateFramework } from '../engine/evaluation/evaluate.ts'
import { FRAMEWORKS, findFramework } from '../engine/frameworks/catalogue.ts'
import { parseSnapshot } from '../graph/collection/snapshot-file.ts'
import { parseAnswers } from './answers-file.ts'
import { CommandFailure } from './command-failure.ts'
import type { Output } from './output.ts'
import { formatResult } from './result-table.ts'

export interface AssessOptions {
  product: string
  target?: number
  answers?: string
  /** Columns of the terminal. */
  width: number
  colour: boolean
}

/** Judges a snapshot file. Needs no server and no database. */
export async function runAssess(file: string, options: AssessOptions): Promise<Output> {
  const framework = findFramework(options.product)
  if (!framework) {
    const known = FRAMEWORKS.map(({ id }) => id).join(', ')
    throw new CommandFailure(`There is no product "${options.product}". Products: ${known}.`)
  }
  const target = options.target ?? framework.defaultTarget
  if (!Number.isInteger(target) || target < 1 || target > 5)
    throw new CommandFailure('--target must be a whole number from 1 to 5.')
  const snapshot = parseSnapshot(await readText(file))
  const answers = options.answers === undefined ? undefined : parseAnswers(await readText(options.answers))
  const result = evaluateFramework(framework, readTenant(snapshot), {
    target,
    ...(answers && { answers }),
    onFault: (check, error) =>
      console.error(`The check ${check} failed: ${error instanceof Error ? error.message : String(error)}`),
  })
  return { json: result, text: formatResult(result, { width: options.width, colour: options.colour }) }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  }
}
