import type { Command } from 'commander'

/** `docs/commands.md` from a program with all of its commands. */
export function renderCommandsPage(program: Command): string {
  const sections = program.commands.filter(isShown).map((command) => {
    const about = `## plumbline ${command.name()}\n\n${sentenceOf(command.description())}`
    if (command.commands.length === 0) return [about, ...detailsOf(command, [])].join('\n\n')
    const members = command.commands.filter(isShown).map((member) => {
      const head = `### plumbline ${command.name()} ${member.name()}\n\n${sentenceOf(member.description())}`
      return [head, ...detailsOf(member, [command.name()])].join('\n\n')
    })
    return [about, ...members].join('\n\n')
  })
  return `<!-- Generated: run \`npm run gen\` after a change. -->

# Commands

Operators run them as \`npx plumbline …\` in the folder of the checkout, whether or not the service is running. Commands that print a result print JSON with
\`--json\`. The exit code is 0 for success, 1 for failure, and 2 for invalid arguments. \`npx plumbline help\` lists the commands.

${sections.join('\n\n')}
`
}

const isShown = (command: Command): boolean => !('_hidden' in command && command._hidden === true)

const sentenceOf = (description: string): string => `${description.slice(0, 1).toUpperCase()}${description.slice(1)}.`

/** How the command is called, and what its arguments and options mean. */
function detailsOf(command: Command, parents: readonly string[]): string[] {
  const call = ['plumbline', ...parents, command.name(), command.usage()].join(' ')
  const rows = [
    ...command.registeredArguments.map((argument) => {
      const name = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
      return [name, argument.description]
    }),
    ...command.options.map((option) => [option.flags, meaningOf(option)]),
  ]
  const lines = rows.map(([name = '', meaning = '']) => `| \`${name}\` | ${escapeCell(meaning)} |`)
  const table = ['| argument or option | meaning |', '| --- | --- |', ...lines].join('\n')
  return [`\`\`\`text\n${call}\n\`\`\``, ...(lines.length > 0 ? [table] : [])]
}

function meaningOf({ description, mandatory, defaultValue }: Command['options'][number]): string {
  const preset = typeof defaultValue === 'string' || typeof defaultValue === 'number' ? defaultValue : undefined
  return [description, mandatory && '(required)', preset !== undefined && `(by default ${preset})`]
    .filter((part) => part !== false)
    .join(' ')
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<')
