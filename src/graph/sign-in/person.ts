import { text } from '../../shared/json.ts'
import type { TenantSource } from '../transport/source.ts'
import {
  authorizationUrl,
  exchangeCodeOfAnyTenant,
  ORGANIZATIONS,
  readIdentity,
  type SignInAnswer,
  type SignInRequest,
} from './code.ts'
import { withSignInNetwork } from './network.ts'

/** A person of any tenant whom the sign-in service has identified. Only the two ids identify; names are for display. */
export interface MicrosoftIdentity {
  tenantId: string
  /** Object id in the tenant. */
  id: string
  /** What the person signs in with, as received: untrusted, changeable text. */
  username?: string
}

/** Address where a person of any organization signs in; the service asks which account to use. */
export async function personSignInUrl(source: TenantSource, request: SignInRequest): Promise<string> {
  return await authorizationUrl(source, ORGANIZATIONS, request, { prompt: 'select_account' })
}

/**
 * Exchanges the code of the redirect for the verified identity of the person. It does not say how the person signed in:
 * id tokens of version 2.0 have no claim about it that is reliable in every tenant. Throws `SignInFailure`.
 */
export async function verifyPerson(source: TenantSource, answer: SignInAnswer): Promise<MicrosoftIdentity> {
  return await withSignInNetwork(source, async (network) => {
    const claims = await exchangeCodeOfAnyTenant(source, answer, network)
    const { tenantId, id } = readIdentity(claims)
    const username = text(claims.preferred_username)
    return { tenantId, id, ...(username !== undefined && { username }) }
  })
}
