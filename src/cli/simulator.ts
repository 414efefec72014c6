import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandFailure } from './base/command-failure.ts'
import { type JsonOption, wholeNumber } from './base/options.ts'
import { type Output, printOutput } from './base/output.ts'

interface Bounds {
  min: number
  max: number
}

interface Options {
  tenants: number
  users: Bounds
  posture?: string
  seed: number
}

export const declare = (program: Command): Command =>
  program
    .command('simulator')
    .description('list ids of generated tenants, which the simulator of the sandbox serves like its sample tenants')
    .addOption(new Option('--tenants <count>', 'how many').argParser(wholeNumber).default(10))
    .addOption(
      new Option('--users <range>', 'how many users each has, for example 50-500')
        .argParser(parseBounds)
        .default({ min: 20, max: 200 }, '20-200'),
    )
    .option('--posture <name>', 'strong, typical, weak, unlicensed or mixed; by default some of each')
    .addOption(new Option('--seed <number>', 'another seed gives other tenants').argParser(wholeNumber).default(1))
    .option('--json', 'print JSON')
    .action(async (options: Options & JsonOption) => printOutput(await runSimulator(options), options))

function parseBounds(text: string): Bounds {
  const [, min, max] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (min === undefined) throw new InvalidArgumentError('It must be a number or a range, as in 50-500.')
  return { min: Number(min), max: Number(max ?? min) }
}

/** The same options always give the same ids, and an id is all that the simulator needs to serve its tenant. */
async function runSimulator({ tenants, users, posture, seed }: Options): Promise<Output> {
  // Loaded here, because the help of the program loads this file.
  const generator = await import('../simulator/tenants/generated-tenants.ts')
  const { GENERATED_POSTURES, generateTenantIds, MAX_USERS, MIN_USERS, parseGeneratedTenantId } = generator
  const chosen = GENERATED_POSTURES.find((name) => name === posture)
  if (posture !== undefined && chosen === undefined)
    throw new CommandFailure(`--posture must be one of ${GENERATED_POSTURES.join(', ')}.`)
  if (users.min < MIN_USERS || users.max > MAX_USERS || users.min > users.max)
    throw new CommandFailure(`--users must be within ${MIN_USERS}-${MAX_USERS}, the smaller number first.`)
  if (tenants > 1_000_000 || seed > 200_000_000)
    throw new CommandFailure('--tenants is at most 1000000, and --seed at most 200000000.')
  const ids = generateTenantIds({ tenants, users, seed, ...(chosen && { posture: chosen }) })
  const listed = ids.map((tenantId) => ({ tenantId, ...parseGeneratedTenantId(tenantId) }))
  const lines = listed.map(
    ({ tenantId, posture: name = '', users: people = 0, devices = 0 }) =>
      `${tenantId}  ${name.padEnd(10)} ${String(people).padStart(6)} users ${String(devices).padStart(6)} devices`,
  )
  return { json: { tenants: listed }, text: lines.join('\n') }
}
