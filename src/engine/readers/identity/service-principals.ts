import { fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'

/** Tenants from which Microsoft publishes its own applications. */
const MICROSOFT_TENANTS: ReadonlySet<string> = new Set([
  'f8cdef31-a31e-4b4a-93e4-5f571e91255a',
  '72f988bf-86f1-41af-91ab-2d7cd011db47',
])

/** What Entra marks applications with that people sign in to. */
const INTEGRATED = 'WindowsAzureActiveDirectoryIntegratedApp'

export interface Application {
  appId: string
  name: string
}

/**
 * Applications of others that people sign in to through this tenant: those set up for single sign-on with SAML or
 * OpenID Connect, and integrated applications that another organisation than Microsoft and this one publishes.
 */
export const signOnApplicationsOf = perTenant(
  (tenant: TenantReading): { reading: Reading; applications: readonly Application[] } => {
    const reading = readDataset(tenant, 'servicePrincipals')
    const own = tenant.snapshot.tenantId.toLowerCase()
    const applications: Application[] = []
    for (const item of list(reading.ok ? reading.value : undefined).map(fields)) {
      const appId = text(item.appId)?.toLowerCase()
      const owner = text(item.appOwnerOrganizationId)?.toLowerCase()
      const kind = text(item.servicePrincipalType) ?? 'Application'
      if (appId === undefined || item.accountEnabled === false || kind !== 'Application') continue
      if (owner !== undefined && MICROSOFT_TENANTS.has(owner)) continue
      const mode = text(item.preferredSingleSignOnMode)?.toLowerCase()
      const foreign = owner !== undefined && owner !== own && texts(item.tags).includes(INTEGRATED)
      if (mode === 'saml' || mode === 'oidc' || foreign) {
        applications.push({ appId, name: text(item.displayName) ?? appId })
      }
    }
    return { reading, applications }
  },
)

/** Display names by application id in lower case, as far as they could be read. */
export const applicationNames = perTenant((tenant): ReadonlyMap<string, string> => {
  const reading = readDataset(tenant, 'servicePrincipals')
  const items = list(reading.ok ? reading.value : undefined).map(fields)
  return new Map(
    items.map((item) => [text(item.appId)?.toLowerCase() ?? '', text(item.displayName) ?? 'an unnamed application']),
  )
})
