import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readTenant } from '../engine/datasets/reading.ts'
import { evaluateFramework } from '../engine/evaluation/evaluate.ts'
import { FRAMEWORKS, findFramework } from '../engine/frameworks/catalogue.ts'
import { parseSnapshot } from '../graph/collection/snapshot-file.ts'
import { parseAnswers } from './assess/answers-file.ts'
import { formatResult } from './assess/result-table.ts'
import { CommandFailure } from './base/command-failure.ts'
import { type JsonOption, wholeNumber } from './base/options.ts'
import { type Output, printOutput } from './base/output.ts'

interface Options {
  product: string
  target?: number
  answers?: string
}

/** The terminal that the result is laid out for. */
interface Terminal {
  /** In columns. */
  width: number
  colour: boolean
}

export const declare = (program: Command): Command =>
  program
    .command('assess')
    .description('evaluate a snapshot file, without server or database')
    .argument('<file>', 'snapshot file')
    .requiredOption('--product <id>', 'product, as in essential-eight')
    .option('--target <level>', 'maturity level to evaluate against', wholeNumber)
    .option('--answers <file>', 'answers file')
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options & JsonOption) => {
      const terminal = { width: process.stdout.columns ?? 100, colour: process.stdout.hasColors?.() ?? false }
      await printOutput(await runAssess(file, options, terminal), options)
    })

async function runAssess(file: string, options: Options, terminal: Terminal): Promise<Output> {
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
  return { json: result, text: formatResult(result, terminal) }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  }
}
