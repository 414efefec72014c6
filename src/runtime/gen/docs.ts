import { markdownTable } from 'markdown-table'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import { WHAT_CHECKS_READ } from '../../engine/frameworks/evidence/what-checks-read.ts'
import type { Requirement } from '../../engine/model/framework.ts'
import type { CheckVisibility } from '../../engine/visibility/visibility.ts'
import { EVENT_CATALOGUE } from '../../features/events/schema.ts'
import { GRAPH_APPLICATION_ID } from '../../graph/permissions/app-roles.ts'
import { describePermissions } from '../../graph/permissions/permissions.ts'
import { SETTINGS } from '../../platform/settings/settings.ts'
import { PROBLEM_CODES, PROBLEMS } from '../../shared/problem.ts'
import { ERROR_ADVICE } from './error-advice.ts'

/** For those who open the file; the documentation site leaves comments out. */
const NOTE = '<!-- Generated: run `npm run gen` after a change. -->'

/** Columns have equal width, counted in code points as Markdown formatters do. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|')))
  return markdownTable(cells, { stringLength: (text) => [...text].length })
}

/** `docs/errors.md` from the error catalogue. */
export function generateErrorsPage(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, message } = PROBLEMS[code]
    return [`\`${code}\``, status, message, ERROR_ADVICE[code]]
  })
  return `${NOTE}

# Errors

Every error has the shape \`{ "error": { "code", "message", "requestId", "details" } }\`. The code is for programs and never changes; the
message is for people and may say more than here. \`details\` names every field at fault: \`[{ "field", "code", "message" }]\`.

To repeat a call that changes something, send it with the same \`Idempotency-Key\`: it then takes effect only once.

${table(['code', 'status', 'meaning', 'what to do'], rows)}
`
}

/** `docs/settings.md` from the settings table. */
export function generateSettingsPage(): string {
  const rows = Object.values(SETTINGS).map(({ env, default: text, doc }) => [
    `\`${env}\``,
    text === undefined || text === '' ? '' : `\`${text}\``,
    doc,
  ])
  return `${NOTE}

# Settings

Settings come from the environment. A bad value stops the start with a sentence that names it.

${table(['variable', 'default', 'meaning'], rows)}
`
}

/** `docs/permissions.md` from the declared and the planned datasets, and what the checks look at. */
export function generatePermissionsPage(visibilityTable: readonly CheckVisibility[]): string {
  const products = FRAMEWORKS.map(({ id }) => id)
  const rows = describePermissions(visibilityTable).map(
    ({ name, appRoleId, required, datasets, shows, planned, requirements }) => [
      `\`${name}\``,
      `\`${appRoleId}\``,
      required ? 'required' : 'optional',
      planned === undefined
        ? `${datasets.map((key) => `\`${key}\``).join(' ')}${shows === undefined ? '' : `: ${shows}`}`
        : `not used yet: will read ${planned}`,
      ...products.map((product) => requirements[product] ?? 0),
    ],
  )
  return `${NOTE}

# Permissions

What an administrator of a customer's tenant is asked to consent to: application permissions of Microsoft Graph
(\`${GRAPH_APPLICATION_ID}\`), all of them for reading. The ids are those of the application roles, for the manifest of the application
with which you read tenants. The numbers say how many requirements look at what a permission shows. One that is not
granted costs visibility, and nothing else: the members of a group that hides them are unknown without \`Member.Read.Hidden\`. In a tenant with
Privileged Identity Management (Entra ID P2), administrators who hold a role through a group, and everybody whom a policy may leave out through an excluded
group, are unknown without \`PrivilegedEligibilitySchedule.Read.AzureADGroup\`, and the rules for joining such groups without
\`RoleManagementPolicy.Read.AzureADGroup\`: the rows about them then earn nothing. Those marked “not used yet” are asked for now because a later
version needs them: customers then consent once. Until that version, granting or refusing them changes nothing. \`plumbline permissions\` prints the list with the address for
consent. Consent alone lets no partner read a tenant: one of its administrators approves each partner through a consent link and a sign-in.
The manifest should have \`groupMembershipClaims: DirectoryRole\`, so that the sign-in shows the administrator's roles.

${table(['permission', 'application role', '', 'what is read with it', ...products], rows)}
`
}

/** `docs/frameworks.md` from the frameworks' data. */
export function generateFrameworksPage(): string {
  const parts = FRAMEWORKS.map((framework) => {
    const groups = framework.groups.map((group) => {
      const requirements = framework.requirements.filter((requirement) => requirement.group === group.id)
      const rows = requirements.map(({ id, levels, mode, statement }) => [id, levels.join(' '), mode, statement])
      const required = table(['requirement', 'levels', 'decided by', 'what is required'], rows)
      return [`### ${group.name}`, required, ...describeReadings(requirements)].join('\n\n')
    })
    const about = `Product \`${framework.id}\`, version ${framework.version}, levels ${framework.levels.min} to ${framework.levels.max}, evaluated at ${framework.defaultTarget} unless the request says otherwise.`
    return `## ${framework.name}\n\n${about}\n\n${groups.join('\n\n')}`
  })
  return `${NOTE}

# Frameworks

What is assessed, requirement by requirement, in our own words, and what is read of a tenant for it.

A check is a **proof** if it shows all of a requirement: it decides alone, and people are asked only where it finds nothing or reads
nothing. A **part** shows a piece that must hold, and people answer the rest. A **hint** decides nothing: it is shown beside the question
and, until somebody answers, in the report; the result says where it contradicts the answer. “Decided by” is automatic where all checks that decide are proofs, partial where one
is a part, and questionnaire where people alone decide.

${parts.join('\n\n')}
`
}

/** What is read for these requirements: a line for each check. None if they have no checks. */
function describeReadings(requirements: readonly Requirement[]): string[] {
  const rows = requirements.flatMap(({ id, checks, cannotShow = '' }) =>
    checks.map(({ check, proves }, index) => [
      id,
      `\`${check}\``,
      proves,
      WHAT_CHECKS_READ[check] ?? '',
      index === 0 ? cannotShow : '',
    ]),
  )
  return rows.length > 0 ? [table(['requirement', 'check', 'proves', 'what is read', 'what it cannot show'], rows)] : []
}

/** `docs/events.md` from the kinds of events and the shapes of their data. */
export function generateEventsPage(): string {
  const parts = EVENT_CATALOGUE.map((kind) => {
    const rows = kind.fields.map(({ name, type, meaning }) => [`\`${name}\``, type, meaning])
    const example = JSON.stringify(kind.sample.data, null, 2)
    const head = ['field', 'type', 'meaning']
    const meaning = kind.optional ? `Optional. ${kind.meaning}` : kind.meaning
    return `## ${kind.type}\n\n${meaning}\n\n${table(head, rows)}\n\n\`\`\`json\n${example}\n\`\`\``
  })
  return `${NOTE}

# Events

Events report what happens to a partner, its customers and its runs: \`GET /api/v1/partner/events\` lists those of a partner,
\`GET /api/v1/distributor/events\` those of a distributor and all its partners, newest first. One fact is one event with one \`id\`, the same
for partner and distributor; only the distributor receives \`partner.activated\` and \`partner.suspended\`. An event is
written in the same transaction as the change that it reports.

Each is \`{ "id", "type", "timestamp", "data" }\`. The fields of \`data\` are below. New fields and new types may be added:
ignore those you do not know. Optional events are sent only to webhooks that name their type, and the lists have them only with
\`?include=optional\` or \`?type=\` and the type. Changes of a plan are not events; they are in the audit trail.

${parts.join('\n\n')}
`
}
