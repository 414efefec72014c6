import { FRAMEWORKS } from '../engine/frameworks/catalogue.ts'
import { PROBLEMS } from '../ground/problem.ts'
import { SETTINGS } from '../platform/settings.ts'

const NOTE = 'This page is generated: run `npm run gen` after a change.'

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** `docs/errors.md` from the error catalogue. */
export function generateErrorsPage(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, message }]) => [`\`${code}\``, status, message])
  return `# Errors

Every error has the shape \`{ "error": { "code", "message", "requestId", "details" } }\`. The code is for programs and never changes; the
message is for people and may say more than here. \`details\` names every field at fault: \`[{ "field", "code", "message" }]\`.
${NOTE}

${table(['code', 'status', 'meaning'], rows)}
`
}

/** `docs/settings.md` from the settings table. */
export function generateSettingsPage(): string {
  const rows = Object.values(SETTINGS).map(({ env, standard, doc }) => [
    `\`${env}\``,
    standard === undefined || standard === '' ? '' : `\`${standard}\``,
    doc,
  ])
  return `# Settings

Settings come from the environment. A bad value stops the start with a sentence that names it.
${NOTE}

${table(['variable', 'default', 'meaning'], rows)}
`
}

/** `docs/frameworks.md` from the frameworks' data. */
export function generateFrameworksPage(): string {
  const parts = FRAMEWORKS.map((framework) => {
    const groups = framework.groups.map((group) => {
      const rows = framework.requirements
        .filter((requirement) => requirement.group === group.id)
        .map(({ id, levels, mode, statement, checks }) => [
          id,
          levels.join(' '),
          mode,
          statement,
          checks.map((check) => `\`${check}\``).join(' '),
        ])
      return `### ${group.name}\n\n${table(['requirement', 'levels', 'settled by', 'what is required', 'checks'], rows)}`
    })
    const about = `Product \`${framework.id}\`, version ${framework.version}, levels ${framework.levels.min} to ${framework.levels.max}, judged at ${framework.defaultTarget} unless asked otherwise.`
    return `## ${framework.name}\n\n${about}\n\n${groups.join('\n\n')}`
  })
  return `# Frameworks

What is assessed, requirement by requirement, in our own words. ${NOTE}

${parts.join('\n\n')}
`
}
