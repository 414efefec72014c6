import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'

export interface Domain {
  /** In lower case. */
  name: string
  /** Whether another identity provider signs its people in. */
  isFederated: boolean
  /** False where it takes its settings from the domain above. */
  isRoot: boolean
  /** Days after which a password must be changed; left out where the domain does not say. */
  passwordDays?: number
}

/** The verified domains of the tenant. Shape: Graph `domain`, v1.0. */
export const domainsOf = perTenant((tenant: TenantReading): { reading: Reading; domains: readonly Domain[] } => {
  const reading = readDataset(tenant, 'domains')
  const items = list(reading.ok ? reading.value : undefined).map(fields)
  return {
    reading,
    domains: items.flatMap(({ id, isVerified, isRoot, authenticationType, passwordValidityPeriodInDays: days }) => {
      const name = text(id)?.toLowerCase()
      if (name === undefined || isVerified === false) return []
      const isFederated = text(authenticationType)?.toLowerCase() === 'federated'
      return [{ name, isFederated, isRoot: isRoot !== false, ...(typeof days === 'number' && { passwordDays: days }) }]
    }),
  }
})
