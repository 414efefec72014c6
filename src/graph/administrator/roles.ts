import type { Dataset } from '../../engine/datasets/dataset.ts'
import { fields, list, text } from '../../shared/json.ts'
import type { Graph } from '../client/graph-client.ts'
import { limitersOf } from '../client/rate-classes.ts'
import { openJournal } from '../collection/journal.ts'
import { readSingle } from '../collection/read-dataset.ts'
import { openTokenSession } from '../token/token.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import type { HttpClient } from '../transport/http-client.ts'
import type { TenantSource } from '../transport/source.ts'
import type { TimeLimits } from '../transport/time-limits.ts'

/**
 * The directory roles that may grant application permissions of Graph, by the ids of their templates: Global
 * Administrator and Privileged Role Administrator. Source: "Grant tenant-wide admin consent to an application".
 */
const APPROVING_ROLES: readonly string[] = [
  '62e90394-69f5-4237-9190-012177145e10',
  'e8611ab8-c189-46e8-94e1-60213ab1f814',
]

export const mayApprove = (roleIds: readonly string[]): boolean =>
  roleIds.some((id) => APPROVING_ROLES.includes(id.toLowerCase()))

/**
 * The tenant-wide directory roles that are active for a person right now, read through the consented application. Does
 * not include roles held through a group. Throws `CollectFailure` if they cannot be read.
 */
export async function readActiveRoles(
  source: TenantSource,
  { tenantId, principalId }: { tenantId: string; principalId: string },
  http: HttpClient,
  limits: TimeLimits,
): Promise<string[]> {
  // Consent was just given: a token of an earlier session would lack the permission.
  const tokens = await openTokenSession(source, tenantId, http, limits, { fresh: true })
  const baseUrl = source.graphUrl.replace(/\/+$/, '')
  const graph: Graph = { baseUrl, http, tokens, limiters: limitersOf(limits.clock, baseUrl, tenantId), limits }
  const assignments: Dataset = {
    key: 'roleAssignmentsOfPrincipal',
    name: 'the roles of the administrator',
    apiVersion: 'v1.0',
    path: '/roleManagement/directory/roleAssignments',
    query: { $filter: `principalId eq '${principalId}'` },
    permission: 'RoleManagement.Read.Directory',
    rateClass: 'directory',
    shape: 'list',
  }
  const { status, value, error } = await readSingle(graph, await openJournal(undefined, limits.clock), assignments)
  if (status !== 200 || !Array.isArray(value)) {
    const reason = error?.code ?? `status ${status}`
    throw new CollectFailure('TENANT_UNREACHABLE', `The roles of the administrator could not be read (${reason}).`)
  }
  // A role that is limited to an administrative unit does not cover the tenant.
  return list(value).flatMap((row) => {
    const { roleDefinitionId, directoryScopeId } = fields(row)
    const id = text(roleDefinitionId)
    return directoryScopeId === '/' && id !== undefined ? [id] : []
  })
}
