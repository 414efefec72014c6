/** The services that tenants are read from, and our application there. The sandbox uses its own server. */

export type ApplicationCredential = { secret: string } | { certificatePem: string; privateKeyPem: string }

export interface TenantSource {
  /** Base address of the Graph API, as in `https://graph.microsoft.com`. */
  graphUrl: string
  /** Base address of the sign-in service, as in `https://login.microsoftonline.com`. */
  loginUrl: string
  /** Id of our multi-tenant application. */
  clientId: string
  credential: ApplicationCredential
  /** PEM of an additional certificate authority to trust (the sandbox's). */
  ca?: string
}
