/** What a tenant lets us see, by the permissions granted and the licences it has. */

import { dataset } from '../datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../datasets/dataset.ts'
import { servicePlansIn } from '../datasets/reading.ts'
import { DEFENDER_P2, ENTRA_P1, ENTRA_P2, INTUNE } from '../datasets/service-plans.ts'
import type { Snapshot } from '../model/snapshot.ts'

export interface Visibility {
  /** Application permissions that were granted. */
  permissions: readonly string[]
  /** Service plans that the tenant has; undefined where its licences cannot be read. */
  servicePlans: readonly string[] | undefined
}

/** Why a dataset cannot be read. A licence is named before a permission, which alone would not help. */
export type Obstacle =
  | { reason: 'licence'; servicePlans: readonly string[] }
  | { reason: 'permission'; permission: string }

/** A permission by its name, a licence by its service plans of which the tenant has none, or `LICENCES_UNREAD`. */
export type Missing = string | readonly string[]

/** The licences of the tenant could not be read: none is known to be missing, and none to be there. */
export const LICENCES_UNREAD = 'licences unread'

/** Things that together keep a check from seeing what it needs. */
export interface Blocker {
  missing: readonly Missing[]
  /**
   * With all of any of these missing as well, the check sees again: a list of devices that may not be read could hold
   * more of them, while a tenant without Intune has no such list.
   */
  unless?: readonly (readonly Missing[])[]
}

/** A row of the visibility table. */
export interface CheckVisibility {
  checks: readonly string[]
  /** Keys of the datasets that these checks look at where nothing is missing. */
  datasets: readonly string[]
  /** One in which nothing is missing always applies: the checks never see what they need. */
  blockers: readonly Blocker[]
}

/** What a collection was able to see; undefined where an earlier version did not record it. */
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

/** The dataset that says which licences a tenant has. */
export const LICENCES_READ = 'subscribedSkus'

/** What keeps us from reading a dataset, if anything. Licences that could not be read are assumed to be there. */
export function obstacleTo({ permission, servicePlans }: Dataset, visibility: Visibility): Obstacle | undefined {
  const { servicePlans: owned } = visibility
  if (servicePlans && owned && !servicePlans.some((plan) => owned.includes(plan)))
    return { reason: 'licence', servicePlans }
  return visibility.permissions.includes(permission) ? undefined : { reason: 'permission', permission }
}
