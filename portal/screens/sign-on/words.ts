import type { Reads } from '../../endpoints.ts'

export type SignOn = Reads['/sign-on']
export type Domain = SignOn['domains'][number]
export type Token = Reads['/sign-on/tokens']['tokens'][number]
export type Linked = SignOn['people'][number]

export const INTRO =
  'Let people sign in through your company’s OpenID Connect provider, such as Entra ID, Okta or Google Workspace.'

export const NOT_SET_UP =
  'Register a web application with your provider, using the redirect address below. Then enter its client here.'

export const UNTESTED =
  'Nobody can sign in through it yet. The test signs you in once, links your account, and shows what the provider reports about you.'

export const UNVERIFIED =
  'The provider does not report your email address as verified, so people are not recognized by their address. Each person links their own account under My security, or joins with an invitation.'

/** What the test showed about second factors. */
export const factorText = ({ amr, acr }: { amr: readonly string[]; acr?: string }): string => {
  const claims = [amr.length > 0 && `amr: ${amr.join(', ')}`, acr !== undefined && `acr: ${acr}`].filter(Boolean)
  return claims.length === 0 ? 'Nothing' : claims.join('; ')
}

export const CLAIMS = {
  none: 'Do not rely on it',
  amr: 'The claim amr contains',
  acr: 'The claim acr is',
} as const
