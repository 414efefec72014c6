/** Where tenants are read from, and as which application. The sandbox points the same client at its own server. */

export const DEFAULT_GRAPH_URL = 'https://graph.microsoft.com'
export const DEFAULT_LOGIN_URL = 'https://login.microsoftonline.com'

export type ApplicationCredential = { secret: string } | { certificatePem: string; privateKeyPem: string }

export interface TenantSource {
  /** Base address of the Graph API, as in `DEFAULT_GRAPH_URL`. */
  graphUrl: string
  /** Base address of the sign-in service, as in `DEFAULT_LOGIN_URL`. */
  loginUrl: string
  /** Id of our multi-tenant application. */
  clientId: string
  credential: ApplicationCredential
  /** PEM of a further certificate authority to trust (the sandbox's). */
  ca?: string
}
