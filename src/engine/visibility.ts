/** What a tenant lets us see, told before anything is judged: by the permissions granted and the licences it has. */

import { CHECKS } from './checks/catalogue.ts'
import { type Dataset, DEFENDER_P2, dataset, ENTRA_P1, ENTRA_P2, INTUNE, snapshotKey } from './datasets.ts'
import { DEFAULT_THRESHOLDS, type Framework, type Snapshot, type TenantReading } from './model.ts'
import { isUnknown } from './outcome.ts'
import { datasetAt, readTenant, servicePlansIn } from './reading.ts'

export interface Visibility {
  /** Application permissions that were granted. */
  permissions: readonly string[]
  /** Service plans that the tenant has; undefined where its licences cannot be read. */
  servicePlans: readonly string[] | undefined
}

/** Why a dataset cannot be read. A licence is told before a permission: without it the permission would not help. */
export type Obstacle =
  | { reason: 'licence'; servicePlans: readonly string[] }
  | { reason: 'permission'; permission: string }

/** What a collection was able to see; undefined where an earlier version did not take it down. */
export function visibilityOf({ permissions, responses }: Snapshot): Visibility | undefined {
  if (!permissions) return undefined
  const skus = responses[snapshotKey(dataset(LICENCES_READ))]?.value
  return { permissions, servicePlans: Array.isArray(skus) ? [...servicePlansIn(skus)].sort() : undefined }
}

/** What tenants buy so that more can be read of them; any one of the service plans is enough. */
export const LICENCES: readonly { name: string; servicePlans: readonly string[] }[] = [
  { name: 'Microsoft Entra ID P1', servicePlans: ENTRA_P1 },
  { name: 'Microsoft Entra ID P2', servicePlans: ENTRA_P2 },
  { name: 'Microsoft Intune', servicePlans: INTUNE },
  { name: 'Microsoft Defender for Endpoint Plan 2', servicePlans: DEFENDER_P2 },
]

/** The dataset that tells which licences a tenant has. */
const LICENCES_READ = 'subscribedSkus'

/** What stands between us and a dataset; undefined where nothing does. Licences that are not known are taken to be there. */
export function obstacleTo({ permission, servicePlans }: Dataset, visibility: Visibility): Obstacle | undefined {
  const { servicePlans: owned } = visibility
  if (servicePlans && owned && !servicePlans.some((plan) => owned.includes(plan)))
    return { reason: 'licence', servicePlans }
  return visibility.permissions.includes(permission) ? undefined : { reason: 'permission', permission }
}

/**
 * Ids of the requirements of which a run will see all that a tenant can show of them; some wait for answers beside. The
 * checks themselves are asked: they judge a model of a tenant that shows everything, with what this visibility cannot see
 * taken out.
 */
export function foresee(framework: Framework, model: Snapshot, visibility: Visibility): Set<string> {
  const seeing = judge(checksOf(framework), readTenant(dim(model, visibility)))
  const seen = framework.requirements.filter(({ checks }) => checks.length > 0 && checks.every((id) => seeing.has(id)))
  return new Set(seen.map(({ id }) => id))
}

/** Keys of the datasets that the checks of each requirement look at, by the requirement's id. */
export function lookedAt(framework: Framework, model: Snapshot): Map<string, Set<string>> {
  const ofCheck = new Map<string, Set<string>>()
  for (const id of checksOf(framework)) {
    const seen = new Set<string>()
    // A tenant of its own for each check: what one has read, the next would be spared.
    const tenant = readTenant(model)
    const read = (key: string) => {
      const found = datasetAt(key)
      if (found) seen.add(found.key)
      return tenant.read(key)
    }
    const hasServicePlan = (names: readonly string[]) => {
      seen.add(LICENCES_READ)
      return tenant.hasServicePlan(names)
    }
    judge([id], { ...tenant, read, hasServicePlan })
    ofCheck.set(id, seen)
  }
  return new Map(
    framework.requirements.map(({ id, checks }) => [
      id,
      new Set(checks.flatMap((check) => [...(ofCheck.get(check) ?? [])])),
    ]),
  )
}

const checksOf = ({ requirements }: Framework): Set<string> => new Set(requirements.flatMap(({ checks }) => checks))

/** Those of the checks that see what they look for; one that fails sees nothing, as in a run. */
function judge(checks: Iterable<string>, tenant: TenantReading): Set<string> {
  const parameters = { thresholds: DEFAULT_THRESHOLDS, breakGlass: [], now: tenant.snapshot.collectedAt }
  const sees = (id: string): boolean => {
    try {
      const result = CHECKS.get(id)?.evaluate(tenant, parameters)
      // A check that leaves its question to people where it is blind gives a verdict, but nothing that it has seen.
      return result !== undefined && !isUnknown(result.verdict) && result.evidence.length > 0
    } catch {
      return false
    }
  }
  return new Set([...checks].filter(sees))
}

/** The snapshot as it would have come out with this visibility. */
function dim(model: Snapshot, visibility: Visibility): Snapshot {
  const { collectedAt } = model
  const responses = Object.entries(model.responses).map(([key, response]) => {
    const found = datasetAt(key)
    if (found?.key === LICENCES_READ) return [key, { ...response, ...licences(visibility) }] as const
    if (!found || !obstacleTo(found, visibility)) return [key, response] as const
    return [key, { status: 403, collectedAt, error: { code: 'Forbidden', message: 'It cannot be seen.' } }] as const
  })
  return { ...model, responses: Object.fromEntries(responses) }
}

/** What the tenant would tell of its licences. */
function licences({ servicePlans }: Visibility): Partial<Snapshot['responses'][string]> {
  if (!servicePlans) return { status: 403, value: undefined }
  return { value: [{ servicePlans: servicePlans.map((servicePlanName) => ({ servicePlanName })) }] }
}
