import type { App } from '../app.ts'
import { readVisibility } from '../graph/collection/read-visibility.ts'
import { CALLBACK_PATH, consentUrl } from '../graph/permissions/consent.ts'
import type { Readers } from '../graph/reader/readers.ts'
import { CollectFailure } from '../graph/transport/collect-failure.ts'
import type { TenantSource } from '../graph/transport/source.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { LaunchFailure } from './launch-failure.ts'
import { readSource } from './tenant-source.ts'

type TenantAccess = Pick<
  App,
  | 'assessTenant'
  | 'preflight'
  | 'consentUrl'
  | 'signInUrl'
  | 'verifyAdministrator'
  | 'offersMicrosoft'
  | 'personSignInUrl'
  | 'verifyPerson'
>

/** Reads tenants, and signs in their administrators and people, with the credentials of the settings. */
export function createTenantAccess(
  settings: Settings,
  { readers, redirectUri, now }: { readers: Readers; redirectUri: string; now: () => Date },
): TenantAccess {
  return {
    assessTenant: async (request) => readers.assess(await requireSource(settings), request),
    preflight: async (request) => readVisibility(await requireSource(settings), request),
    consentUrl: async (asked) => consentUrl(await requireSource(settings), { ...asked, redirectUri }),
    signInUrl: async (asked) => {
      const { signInUrl } = await loadSignIn()
      return await signInUrl(await requireSource(settings), { ...asked, redirectUri })
    },
    verifyAdministrator: async ({ query, ...answer }) => {
      const { verifyAdministrator } = await loadSignIn()
      const callbackUrl = new URL(redirectUri + query)
      return await verifyAdministrator(await requireSource(settings), { ...answer, callbackUrl, now: now() })
    },
    offersMicrosoft: () => hasSource(settings),
    personSignInUrl: async (asked) => {
      const { personSignInUrl } = await loadPersonSignIn()
      return await personSignInUrl(await requireSource(settings), { ...asked, redirectUri })
    },
    verifyPerson: async ({ query, ...answer }) => {
      const { verifyPerson } = await loadPersonSignIn()
      const callbackUrl = new URL(redirectUri + query)
      return await verifyPerson(await requireSource(settings), { ...answer, callbackUrl, now: now() })
    },
  }
}

/** Loaded when it is first needed, because most processes never sign anyone in. */
const loadSignIn = () => import('../graph/administrator/sign-in.ts')
const loadPersonSignIn = () => import('../graph/sign-in/person.ts')

async function hasSource(settings: Settings): Promise<boolean> {
  try {
    await readSource(settings)
    return true
  } catch (error) {
    if (error instanceof LaunchFailure) return false
    throw error
  }
}

/** Throws a CollectFailure if the service has no credentials, so that a run fails at once and with a reason. */
async function requireSource(settings: Settings): Promise<TenantSource> {
  try {
    return await readSource(settings)
  } catch (error) {
    if (!(error instanceof LaunchFailure)) throw error
    throw new CollectFailure(
      'CREDENTIALS_REJECTED',
      'This service has no working credentials to read tenants with. The operator has to set them: "plumbline doctor" says which.',
    )
  }
}

/** The address where administrators consent, with placeholders in braces for what varies or is not set. */
export async function consentUrlTemplate(settings: Settings): Promise<string> {
  const { loginUrl, graphUrl, appUrl, baseUrl, port } = settings
  const source = await readSource(settings).catch(() => ({ loginUrl, graphUrl, clientId: '{client id}' }))
  const pages = appUrl ?? baseUrl ?? `https://localhost:${port}`
  const url = consentUrl(source, { tenantId: '{tenant id}', redirectUri: pages + CALLBACK_PATH, state: '{state}' })
  return url.replaceAll(/%7B(tenant|client|state)(?:%20|\+)?(id)?%7D/g, (_, what, id) => `{${what}${id ? ' id' : ''}}`)
}
