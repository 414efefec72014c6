import { GRAPH_APPLICATION_ID } from '../graph/permissions/app-roles.ts'
import { describePermissions, type PermissionUse } from '../graph/permissions/permissions.ts'
import type { Output } from './output.ts'

/** What a tenant's administrator is asked to consent to, made from what is read; `consentUrl` is where. */
export function runPermissions(consentUrl: string): Output {
  const permissions = describePermissions()
  const part = (title: string, isRequired: boolean): string[] => [
    title,
    ...permissions.filter(({ required }) => required === isRequired).map(sayPermission),
    '',
  ]
  const text = [
    `Application permissions of Microsoft Graph (${GRAPH_APPLICATION_ID}), all of them for reading.`,
    '',
    ...part('Required:', true),
    ...part('Optional, to show more:', false),
    'An administrator of the tenant consents at:',
    `  ${consentUrl}`,
    'Links for a customer: POST /v1/partner/customers/{id}/consent-link.',
  ]
  return { json: { resourceAppId: GRAPH_APPLICATION_ID, permissions, consentUrl }, text: text.join('\n') }
}

function sayPermission({ name, appRoleId, datasets, planned, requirements }: PermissionUse): string {
  const head = `  ${name.padEnd(40)} ${appRoleId}`
  if (planned !== undefined) return `${head}\n    not used yet; a later version needs it to read ${planned}`
  const counts = Object.entries(requirements).map(([product, count]) => `${count} of ${product}`)
  return `${head}\n    reads ${datasets.join(', ')}\n    looked at by ${counts.join(' and ')}`
}
