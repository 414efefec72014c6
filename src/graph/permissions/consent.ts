import type { TenantSource } from '../transport/source.ts'

/** Where administrators are sent back to, from consent and from sign-in alike: the application's one redirect URI. */
export const CALLBACK_PATH = '/consent/callback'

/**
 * Where an administrator of a tenant consents to our application permissions, and is sent back from with `state`.
 * Form: "Admin consent on the Microsoft identity platform", the admin consent endpoint of version 2.0; `/.default` are
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
