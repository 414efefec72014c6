import { fields, list } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { dateMsOf } from '../values/dates.ts'

export interface Organization {
  reading: Reading
  /** When the tenant was created, in milliseconds; undefined if it could not be read. */
  createdMs: number | undefined
}

/** Shape: Graph `organization`, v1.0, a list of one. */
export const organizationOf = perTenant((tenant: TenantReading): Organization => {
  const reading = readDataset(tenant, 'organization')
  const [organization] = list(reading.ok ? reading.value : undefined).map(fields)
  return { reading, createdMs: dateMsOf(organization?.createdDateTime) }
})
