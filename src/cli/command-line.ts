import { Command, CommanderError, Help, type Option } from 'commander'
import { UserFacingError } from '../shared/user-facing-error.ts'
import { VERSION } from '../shared/version.ts'
import { clearProgressLine } from './base/progress.ts'
import { COMMANDS, GROUPS } from './commands.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2

/** Runs the command that `given` names. Prints errors, and sets `process.exitCode`: 1 if the command failed, 2 if it was called wrongly. */
export async function runCommandLine(given: readonly string[]): Promise<void> {
  const args = toHelpOption(given)
  try {
    const program = await declareCommands(chooseCommands(args))
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE
      return
    }
    clearProgressLine()
    console.error(error instanceof UserFacingError ? error.message : error)
    process.exitCode = EXIT_FAILED
  }
}

/** `help GROUP COMMAND` as `GROUP COMMAND --help`: commander's own `help` stops at the group. */
function toHelpOption(args: readonly string[]): readonly string[] {
  const [first, ...command] = args
  return first === 'help' && command.length > 0 ? [...command, '--help'] : args
}

/**
 * The commands whose files must be loaded: the one that is called, those of its group for the help of the group, those
 * that are in no group for the help of the program, or all for `gen`, which describes them. So `assess` starts without a database driver and `up` without a
 * terminal table.
 */
function chooseCommands([first = '', second = '']: readonly string[]): string[] {
  if (first === '-V' || first === '--version') return []
  const names = Object.keys(COMMANDS)
  if (first === 'gen') return names
  const called = names.find((name) => name === first || name === `${first} ${second}`)
  if (called !== undefined) return [called]
  const group = names.filter((name) => name.startsWith(`${first} `))
  return group.length > 0 ? group : names.filter((name) => !name.includes(' '))
}

/** The description of an option, which says if the command needs it. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option)
  return option.mandatory ? `${description} (required)` : description
}

/** The program with these commands, which are loaded. */
export async function declareCommands(names: readonly string[]): Promise<Command> {
  const program = new Command('plumbline')
    .description('Security assessments of productivity suite tenants, for managed service providers.')
    .version(VERSION)
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError()
  const files = new Map(await Promise.all(names.map(async (name) => [name, await COMMANDS[name]?.()] as const)))
  const groups = new Map<string, Command>()
  // Also the groups of commands that were not loaded: the help of the program lists them.
  for (const name of Object.keys(COMMANDS)) {
    const [group = ''] = name.split(' ')
    const description = GROUPS[group]
    if (description !== undefined && !groups.has(group)) {
      groups.set(group, program.command(group).description(description))
    }
    files.get(name)?.declare(groups.get(group) ?? program)
  }
  return program
}
