import { authorizationCodeGrant, type Configuration, enableNonRepudiationChecks, type IDToken } from 'openid-client'

/**
 * Exchanges the code in `callbackUrl` for the claims of the id token, after verifying its signature, issuer, audience, nonce and
 * times. Throws the library's errors.
 */
export async function redeemCode(
  configuration: Configuration,
  {
    callbackUrl,
    state,
    secrets,
  }: { callbackUrl: URL; state: string; secrets: { nonce: string; codeVerifier: string } },
): Promise<IDToken> {
  enableNonRepudiationChecks(configuration)
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: secrets.codeVerifier,
    expectedNonce: secrets.nonce,
    expectedState: state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the response has no id token')
  return claims
}
