import type { RateClass } from '../../engine/datasets/dataset.ts'
import type { RateLeases, SharedLimit } from '../../platform/rates/leases.ts'
import { sharedLimitOf } from '../client/rate-classes.ts'
import type { Lender } from '../client/shared-pace.ts'
import type { TenantSource } from '../transport/source.ts'

/** Lends from the limits of one tenant, which all processes on the same database share. */
export function createLender(leases: RateLeases, { graphUrl }: TenantSource, tenantId: string): Lender {
  const limitOf = (rateClass: RateClass): SharedLimit => ({
    key: `${graphUrl} ${tenantId.toLowerCase()} ${rateClass}`,
    ...sharedLimitOf(rateClass),
  })
  return {
    lend: (rateClass, units) => leases.lend(limitOf(rateClass), units),
    giveBack: (rateClass, id, used) => leases.giveBack(limitOf(rateClass), id, used),
  }
}
