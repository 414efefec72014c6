import type { IDToken } from 'openid-client'
import { text, texts } from '../../shared/json.ts'
import { authorizationUrl, exchangeCode, readIdentity, type SignInAnswer, type SignInRequest } from '../sign-in/code.ts'
import { SignInFailure } from '../sign-in/failure.ts'
import { type SignInNetwork, withSignInNetwork } from '../sign-in/network.ts'
import { CollectFailure } from '../transport/collect-failure.ts'
import type { TenantSource } from '../transport/source.ts'
import { mayApprove, readActiveRoles } from './roles.ts'

export interface Administrator {
  /** Object id in the tenant. */
  id: string
  /** As received from the sign-in service: untrusted text. */
  name?: string
}

/** Address where a person signs in at one tenant; it redirects back with a code and `state`. */
export async function signInUrl(
  source: TenantSource,
  { tenantId, ...request }: SignInRequest & { tenantId: string },
): Promise<string> {
  return await authorizationUrl(source, tenantId, request)
}

/**
 * Exchanges the code of the redirect, and verifies that the person is an administrator of the tenant who may approve
 * applications: signature, issuer, audience, nonce, times and tenant of the id token, and the directory role. Throws
 * `SignInFailure`.
 */
export async function verifyAdministrator(
  source: TenantSource,
  { tenantId, ...answer }: SignInAnswer & { tenantId: string },
): Promise<Administrator> {
  return await withSignInNetwork(source, async (network) => {
    const claims = await exchangeCode(source, tenantId, answer, network)
    const { id, name, roleIds } = readClaims(claims, tenantId)
    if (!mayApprove(roleIds ?? (await readRoles(source, { tenantId, principalId: id }, network)))) {
      throw new SignInFailure('NOT_ADMINISTRATOR', `${id} has no role in ${tenantId} that may approve applications`)
    }
    return { id, ...(name !== undefined && { name }) }
  })
}

/** The claims we need. Without `wids` the roles are unknown, and must be read. */
function readClaims(claims: IDToken, tenantId: string): Administrator & { roleIds: string[] | undefined } {
  const tenant = text(claims.tid)?.toLowerCase()
  if (tenant !== tenantId) {
    throw new SignInFailure(
      'OTHER_TENANT',
      `expected a sign-in of tenant ${tenantId}, got one of tenant ${tenant ?? 'unknown'}`,
    )
  }
  const { id, name } = readIdentity(claims)
  const roleIds = Array.isArray(claims.wids) ? texts(claims.wids) : undefined
  return { id, roleIds, ...(name !== undefined && { name }) }
}

async function readRoles(
  source: TenantSource,
  person: { tenantId: string; principalId: string },
  { http, limits }: SignInNetwork,
): Promise<string[]> {
  try {
    return await readActiveRoles(source, person, http, limits)
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    throw new SignInFailure('UNAVAILABLE', error.message)
  }
}
