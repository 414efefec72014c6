/** What we can read of a tenant, given its granted permissions and its licences. */

import { dataset } from '../datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../datasets/dataset.ts'
import { servicePlansIn } from '../datasets/reading.ts'
import { DEFENDER_P2, ENTRA_P1, ENTRA_P2, INTUNE } from '../datasets/service-plans.ts'
import type { Snapshot } from '../model/snapshot.ts'

export interface Visibility {
  /** Application permissions that were granted. */
  permissions: readonly string[]
  /** Service plans that the tenant has; undefined if its licences could not be read. */
  servicePlans: readonly string[] | undefined
}

/** Why a dataset cannot be read. A missing licence comes first: without it, the permission would not help. */
export type MissingAccess =
  | { reason: 'licence'; servicePlans: readonly string[] }
  | { reason: 'permission'; permission: string }

/** A permission by its name, a licence by its service plans (the tenant has none of them), or `LICENCES_UNREAD`. */
export type Missing = string | readonly string[]

/** The licences of the tenant could not be read, so it is unknown which are missing. */
export const LICENCES_UNREAD = 'licences unread'

/** Things that together prevent a check from reading what it needs. */
export interface Blocker {
  missing: readonly Missing[]
  /**
   * If everything in one of these is missing as well, the check works after all: a device list that may not be read could
   * contain more devices, but a tenant without Intune has no such list.
   */
  unless?: readonly (readonly Missing[])[]
}

/** A row of the visibility table. */
export interface CheckVisibility {
  checks: readonly string[]
  /** Keys of the datasets that these checks read if nothing is missing. */
  datasets: readonly string[]
  /** A blocker with nothing missing always applies: these checks can never read what they need. */
  blockers: readonly Blocker[]
}

/** What a collection could read; undefined in snapshots of earlier versions, which do not record permissions. */
export function visibilityOf({ permissions, responses }: Snapshot): Visibility | undefined {
  if (!permissions) return undefined
  const skus = responses[snapshotKey(dataset(LICENCES_DATASET))]?.value
  return { permissions, servicePlans: Array.isArray(skus) ? [...servicePlansIn(skus)].sort() : undefined }
}

/** Licences that make more of a tenant readable; any of the service plans is enough. */
export const LICENCES: readonly { name: string; servicePlans: readonly string[] }[] = [
  { name: 'Microsoft Entra ID P1', servicePlans: ENTRA_P1 },
  { name: 'Microsoft Entra ID P2', servicePlans: ENTRA_P2 },
  { name: 'Microsoft Intune', servicePlans: INTUNE },
  { name: 'Microsoft Defender for Endpoint Plan 2', servicePlans: DEFENDER_P2 },
]

/** The dataset that lists the licences of a tenant. */
export const LICENCES_DATASET = 'subscribedSkus'

/** Why a dataset cannot be read; undefined if it can. If the licences could not be read, they are assumed to be present. */
export function findMissingAccess(
  { permission, servicePlans }: Dataset,
  visibility: Visibility,
): MissingAccess | undefined {
  const { servicePlans: owned } = visibility
  if (servicePlans && owned && !servicePlans.some((plan) => owned.includes(plan)))
    return { reason: 'licence', servicePlans }
  return visibility.permissions.includes(permission) ? undefined : { reason: 'permission', permission }
}
