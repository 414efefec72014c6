import { fields, list, text } from '../../../shared/json.ts'
import { dataset } from '../../datasets/catalogue.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'

const MICROSOFT_GRAPH = '00000003-0000-0000-c000-000000000000'

export interface LowImpact {
  ok: true
  readings: readonly Reading[]
  /** Names of the permissions that people may consent to under a policy for low-impact permissions. */
  permissions: readonly string[]
}

/** The permissions that the tenant classified as low impact. Shape: Graph `delegatedPermissionClassification`, v1.0. */
export function lowImpactPermissions(tenant: TenantReading): LowImpact | Failed {
  const principals = readDataset(tenant, 'servicePrincipals')
  if (!principals.ok) return principals
  const isGraphListed = list(principals.value).some(
    (item) => text(fields(item).appId)?.toLowerCase() === MICROSOFT_GRAPH,
  )
  const ids = dataset('permissionClassifications').each?.ids([principals.value]) ?? []
  const readings = ids.map((id) => readDataset(tenant, 'permissionClassifications', id))
  const failed = readings.find((reading) => !reading.ok)
  if (failed && !failed.ok) return failed
  if (!isGraphListed) {
    const reason = 'Microsoft Graph, whose permissions can be classified, is not among the applications that were read.'
    return { ok: false, key: principals.key, verdict: 'no_visibility', reason }
  }
  const classified = readings.flatMap((reading) => (reading.ok ? list(reading.value).map(fields) : []))
  const low = classified.filter(({ classification }) => classification === 'low')
  return {
    ok: true,
    readings,
    permissions: [...new Set(low.map(({ permissionName }) => text(permissionName) ?? 'a permission without a name'))],
  }
}
