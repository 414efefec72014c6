import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import {
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  clockSkew,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client'
import type { TenantSource } from '../transport/source.ts'
import { SignInFailure } from './failure.ts'

/**
 * The sign-in service of one tenant, or of all organizations. Endpoints are constructed, not discovered: every response
 * must come from this authority. Throws `SignInFailure` if our own credential is unusable.
 */
export async function openAuthority(source: TenantSource, tenant: string, skewSeconds = 0): Promise<Configuration> {
  const authority = `${source.loginUrl.replace(/\/+$/, '')}/${encodeURIComponent(tenant)}`
  const tokenEndpoint = `${authority}/oauth2/v2.0/token`
  return new Configuration(
    {
      issuer: `${authority}/v2.0`,
      authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
      token_endpoint: tokenEndpoint,
      jwks_uri: `${authority}/discovery/v2.0/keys`,
    },
    source.clientId,
    { id_token_signed_response_alg: 'RS256', [clockSkew]: skewSeconds },
    await authenticateClient(source, tokenEndpoint),
  )
}

async function authenticateClient({ credential }: TenantSource, tokenEndpoint: string): Promise<ClientAuth> {
  if ('secret' in credential) return ClientSecretPost(credential.secret)
  try {
    return await authenticateByCertificate(credential, tokenEndpoint)
  } catch {
    throw new SignInFailure('UNAVAILABLE', 'the certificate of this service or its key is unusable')
  }
}

async function authenticateByCertificate(
  credential: { certificatePem: string; privateKeyPem: string },
  tokenEndpoint: string,
): Promise<ClientAuth> {
  const thumbprint = new X509Certificate(credential.certificatePem).fingerprint256.replaceAll(':', '')
  const der = createPrivateKey(credential.privateKeyPem).export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
  return PrivateKeyJwt(key, {
    // The format of "Microsoft identity platform application authentication certificate credentials".
    [modifyAssertion]: (header, payload) => {
      header['x5t#S256'] = Buffer.from(thumbprint, 'hex').toString('base64url')
      payload.aud = tokenEndpoint
    },
  })
}
