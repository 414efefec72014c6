import type { TenantSource } from '../transport/source.ts'

/** The application's only redirect URI, for consent as well as for sign-in of administrators and of the portal's people. */
export const CALLBACK_PATH = '/consent/callback'

/**
 * Address where an administrator of a tenant consents to our application permissions; it redirects back with `state`.
 * Format: "Admin consent on the Microsoft identity platform", the admin consent endpoint of version 2.0; `/.default` means
 * the permissions that the application is registered with.
 */
export function consentUrl(
  { loginUrl, graphUrl, clientId }: Pick<TenantSource, 'loginUrl' | 'graphUrl' | 'clientId'>,
  { tenantId, redirectUri, state }: { tenantId: string; redirectUri: string; state: string },
): string {
  const url = new URL(`${loginUrl.replace(/\/+$/, '')}/${encodeURIComponent(tenantId)}/v2.0/adminconsent`)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('scope', `${graphUrl.replace(/\/+$/, '')}/.default`)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('state', state)
  return url.href
}
