import type { Command } from 'commander'
import { GRAPH_APPLICATION_ID } from '../graph/permissions/app-roles.ts'
import { describePermissions, type PermissionUse } from '../graph/permissions/permissions.ts'
import { withServiceAddress } from '../platform/settings/service-address.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { consentUrlTemplate } from '../runtime/tenant-access.ts'
import type { JsonOption } from './base/options.ts'
import { type Output, printOutput } from './base/output.ts'

export const declare = (program: Command): Command =>
  program
    .command('permissions')
    .description('print the permissions that a tenant has to consent to')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) =>
      printOutput(runPermissions(await consentUrlTemplate(await withServiceAddress(readSettings()))), options),
    )

/** The list is derived from the declared datasets; `consentUrl` is where an administrator consents. */
function runPermissions(consentUrl: string): Output {
  const permissions = describePermissions()
  const section = (title: string, isRequired: boolean): string[] => [
    title,
    ...permissions.filter(({ required }) => required === isRequired).map(formatPermission),
    '',
  ]
  const text = [
    `Application permissions of Microsoft Graph (${GRAPH_APPLICATION_ID}), all read-only.`,
    '',
    ...section('Required:', true),
    ...section('Optional, to show more:', false),
    'Without the two for groups under Privileged Identity Management (…AzureADGroup), whatever depends on who can join a',
    'group is unknown: it counts neither as in place nor as a failure.',
    '',
    'An administrator of the tenant consents at:',
    `  ${consentUrl}`,
    'Links for a customer: POST /api/v1/partner/customers/{id}/consent-link.',
  ]
  return { json: { resourceAppId: GRAPH_APPLICATION_ID, permissions, consentUrl }, text: text.join('\n') }
}

function formatPermission({ name, appRoleId, datasets, planned, requirements }: PermissionUse): string {
  const head = `  ${name.padEnd(40)} ${appRoleId}`
  if (planned !== undefined) return `${head}\n    not used yet; a later version needs it to read ${planned}`
  const counts = Object.entries(requirements).map(([product, count]) => `${count} of ${product}`)
  return `${head}\n    reads ${datasets.join(', ')}\n    used by ${counts.join(' and ')}`
}
