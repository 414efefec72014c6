import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readTenant } from '../engine/datasets/reading.ts'
import { evaluateFramework } from '../engine/evaluation/evaluate.ts'
import { isInForce } from '../engine/evaluation/exceptions.ts'
import { FRAMEWORKS, findFramework } from '../engine/frameworks/catalogue.ts'
import type { Exception } from '../engine/model/exception.ts'
import { parseSnapshot } from '../graph/collection/snapshot-file.ts'
import { timeText } from '../shared/dates/datetime.ts'
import { parseAnswers } from './assess/answers-file.ts'
import { parseExceptions } from './assess/exceptions-file.ts'
import { formatResult } from './assess/result-table.ts'
import { CommandFailure } from './base/command-failure.ts'
import { toFileFailure } from './base/named-file.ts'
import { type JsonOption, readName, wholeNumber } from './base/options.ts'
import { type Output, printOutput } from './base/output.ts'

interface Options {
  product: string
  target?: number
  answers?: string
  exceptions?: string
  emergencyAccount: string[]
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
    .option('--exceptions <file>', 'exceptions file: accepted risks, compensating controls and emergency accounts')
    .option(
      '--emergency-account <name>',
      'user principal name or object id of an emergency account; may be repeated',
      (name: string, earlier: string[]) => [...earlier, name],
      [],
    )
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options & JsonOption) => {
      const terminal = { width: process.stdout.columns ?? 100, colour: process.stdout.hasColors?.() ?? false }
      await printOutput(await runAssess(file, options, terminal), options)
    })

async function runAssess(file: string, options: Options, terminal: Terminal): Promise<Output> {
  const framework = findFramework(options.product)
  if (!framework) {
    const known = FRAMEWORKS.map(({ id }) => id).join(', ')
    throw new CommandFailure(`Product "${options.product}" not found. Products: ${known}.`)
  }
  const target = options.target ?? framework.defaultTarget
  if (!Number.isInteger(target) || target < 1 || target > 5)
    throw new CommandFailure('--target must be a whole number from 1 to 5.')
  const snapshot = parseSnapshot(await readText(file))
  const answers = options.answers === undefined ? undefined : parseAnswers(await readText(options.answers))
  const { exceptions, emergencyAccounts } = parseExceptions(
    options.exceptions === undefined ? '[]' : await readText(options.exceptions),
    framework,
  )
  // A snapshot is evaluated as of the time when it was read.
  const isActive = (declared: Times): boolean => isInForce(declared, snapshot.collectedAt)
  for (const { requirement, ...times } of exceptions)
    if (!isActive(times)) warnWithoutEffect(`An exception for ${requirement}`, snapshot.collectedAt, times)
  for (const { account, ...times } of emergencyAccounts)
    if (!isActive(times)) warnWithoutEffect(`The emergency account ${account}`, snapshot.collectedAt, times)
  const named = options.emergencyAccount.map((name) => readName('--emergency-account', name))
  const declared = emergencyAccounts.filter(isActive).map(({ account }) => account)
  const result = evaluateFramework(framework, readTenant(snapshot), {
    target,
    ...(answers && { answers }),
    exceptions,
    parameters: { breakGlass: [...new Set([...named, ...declared])] },
    onFault: (check, error) =>
      console.error(`The check ${check} failed: ${error instanceof Error ? error.message : String(error)}`),
  })
  return { json: result, text: formatResult(result, terminal) }
}

type Times = Pick<Exception, 'approvedAt' | 'expiresAt'>

const warnWithoutEffect = (what: string, collectedAt: string, { approvedAt, expiresAt }: Times): void =>
  console.error(
    `${what} has no effect: the tenant was read on ${timeText(collectedAt)}, and it counts from ${timeText(approvedAt)} to ${timeText(expiresAt)}.`,
  )

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw toFileFailure(file, 'read', error)
  }
}
