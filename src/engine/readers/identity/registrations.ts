import { fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'

export interface Registration {
  name: string | undefined
  /** Undefined where the report does not say. */
  isMfaRegistered: boolean | undefined
  isMfaCapable: boolean | undefined
  methods: readonly string[]
}

/** The report of registered methods, by user id in lower case. */
export const registrationsOf = perTenant(
  (tenant: TenantReading): { reading: Reading; byUser: ReadonlyMap<string, Registration> } => {
    const reading = readDataset(tenant, 'registrationDetails')
    const byUser = new Map<string, Registration>()
    for (const record of list(reading.ok ? reading.value : undefined).map(fields)) {
      const id = text(record.id)?.toLowerCase()
      if (id === undefined) continue
      byUser.set(id, {
        name: text(record.userPrincipalName),
        isMfaRegistered: typeof record.isMfaRegistered === 'boolean' ? record.isMfaRegistered : undefined,
        isMfaCapable: typeof record.isMfaCapable === 'boolean' ? record.isMfaCapable : undefined,
        methods: texts(record.methodsRegistered),
      })
    }
    return { reading, byUser }
  },
)
