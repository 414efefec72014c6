import { markdownTable } from 'markdown-table'
import { FRAMEWORKS } from '../../engine/frameworks/catalogue.ts'
import { WHAT_CHECKS_READ } from '../../engine/frameworks/evidence/what-checks-read.ts'
import type { Framework, Requirement } from '../../engine/model/framework.ts'
import type { CheckVisibility } from '../../engine/visibility/visibility.ts'
import { EVENT_CATALOGUE } from '../../features/events/schema.ts'
import { GRAPH_APPLICATION_ID } from '../../graph/permissions/app-roles.ts'
import { describePermissions } from '../../graph/permissions/permissions.ts'
import { SETTINGS } from '../../platform/settings/settings.ts'
import { PROBLEM_CODES, PROBLEMS } from '../../shared/problem.ts'
import { ERROR_ADVICE } from './error-advice.ts'

/** For people who open the file; the documentation site omits comments. */
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
message is for people and can be more detailed than here. \`details\` lists every invalid field: \`[{ "field", "code", "message" }]\`.

To retry a call that changes something, send it with the same \`Idempotency-Key\`: it then takes effect only once.

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

Settings come from the environment. If a value is invalid, the service does not start and names the setting.

${table(['variable', 'default', 'meaning'], rows)}
`
}

/** `docs/permissions.md` from the declared and the planned datasets, and what the checks look at. */
export function generatePermissionsPage(visibilityTable: readonly CheckVisibility[]): string {
  const products = FRAMEWORKS.map(({ id }) => id)
  const permissions = describePermissions(visibilityTable)
  const reads = permissions.map(({ name, required, datasets, shows, planned }) => [
    `\`${name}\``,
    required ? 'required' : 'optional',
    planned === undefined
      ? `${datasets.map((key) => `\`${key}\``).join(' ')}${shows === undefined ? '' : `: ${shows}`}`
      : `not used yet: will read ${planned}`,
  ])
  const uses = permissions.map(({ name, requirements }) => [
    `\`${name}\``,
    ...products.map((product) => requirements[product] ?? 0),
  ])
  const roles = permissions.map(({ name, appRoleId }) => [`\`${name}\``, `\`${appRoleId}\``])
  return `${NOTE}

# Permissions

An administrator of a customer's tenant consents to these application permissions of Microsoft Graph
(\`${GRAPH_APPLICATION_ID}\`), all of them read-only. A permission that is not
granted only reduces visibility. For example, the members of groups with hidden membership are unknown without \`Member.Read.Hidden\`. In a tenant with
Privileged Identity Management (Entra ID P2), administrators who hold a role through a group, and everybody whom a policy may exclude through a
group, are unknown without \`PrivilegedEligibilitySchedule.Read.AzureADGroup\`, and the rules for joining such groups without
\`RoleManagementPolicy.Read.AzureADGroup\`: the affected requirements then earn nothing. Permissions marked “not used yet” are requested now because a later
version needs them, so that customers consent only once. Until then, granting or refusing them has no effect. \`plumbline permissions\` prints the list with the address for
consent. Consent alone does not let a partner read a tenant: an administrator approves each partner through a consent link and a sign-in.
Set \`groupMembershipClaims: DirectoryRole\` in the manifest, so that the sign-in shows the administrator's roles.

${table(['permission', '', 'what is read with it'], reads)}

## How many requirements use each permission

${table(['permission', ...products], uses)}

## Application roles

These ids are for the manifest of the application with which you read tenants.

${table(['permission', 'application role'], roles)}
`
}

/** `docs/frameworks.md`, and a page for each framework below it, from the frameworks' data; by path. */
export function generateFrameworksPages(): Map<string, string> {
  const rows = FRAMEWORKS.map(({ id, name, version, levels, requirements }) => [
    `[${name}](frameworks/${id}.md)`,
    `\`${id}\``,
    version,
    `${levels.min} to ${levels.max}`,
    requirements.length,
  ])
  const overview = `${NOTE}

# Frameworks

The page of each framework lists every requirement that is assessed, in our own words, and what is read from a tenant for it.

${table(['framework', 'product', 'version', 'levels', 'requirements'], rows)}

A check is a **proof** if it covers all of a requirement: it decides alone, and people are asked only if it finds nothing or cannot read
the tenant. A **part** covers something that must hold, and people answer for the rest. A **hint** decides nothing: it is shown next to the question
and, until somebody answers, in the report; if it contradicts the answer, the result says so. “Decided by” is automatic if all deciding checks are proofs, partial if one
is a part, and questionnaire if only people decide.
`
  return new Map([
    ['docs/frameworks.md', overview],
    ...FRAMEWORKS.map((framework) => [`docs/frameworks/${framework.id}.md`, generateFrameworkPage(framework)] as const),
  ])
}

function generateFrameworkPage({ id, name, version, levels, defaultTarget, groups, requirements }: Framework): string {
  const parts = groups.map((group) => {
    const its = requirements.filter((requirement) => requirement.group === group.id)
    const rows = its.map(({ id, levels, mode, statement }) => [id, levels.join(' '), mode, statement])
    const required = table(['requirement', 'levels', 'decided by', 'what is required'], rows)
    return [`## ${group.name}`, required, ...describeReadings(its)].join('\n\n')
  })
  return `${NOTE}

# ${name}

Product \`${id}\`, version ${version}, levels ${levels.min} to ${levels.max}, default target ${defaultTarget}. [Frameworks](../frameworks.md) explains what proofs, parts and hints are.

${parts.join('\n\n')}
`
}

/** What is read for these requirements, with a line for each check; empty if they have no checks. */
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

Events report what happens to a partner, its customers and its runs. \`GET /api/v1/partner/events\` lists the events of a partner, and
\`GET /api/v1/distributor/events\` those of a distributor and all its partners, newest first. An event has the same \`id\`
for partner and distributor. Only the distributor receives \`partner.activated\` and \`partner.suspended\`. An event is
written in the same transaction as the change that it reports.

Each event is \`{ "id", "type", "timestamp", "data" }\`. The fields of \`data\` are below. New fields and types can be added at any time:
ignore those you do not know. Optional events are sent only to webhooks that list their type; the API includes them only with
\`?include=optional\` or \`?type=\` and the type. Plan changes are not events; they are in the audit trail.

${parts.join('\n\n')}
`
}
