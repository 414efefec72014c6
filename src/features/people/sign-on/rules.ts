import type { ProviderIdentity } from '../../../platform/openid/identity.ts'
import { MAX_EMAIL_CHARACTERS } from '../rules.ts'

/** What somebody signs in through the provider for: to be signed in, to link themselves or test it, or to accept an invitation. */
export type CompanyPurpose = 'sign-in' | 'link' | 'invitation'

/** The email domains that an account may prove. */
export const MAX_DOMAINS = 20

/** A claim that says that a second factor was used: a method among `amr`, or the whole of `acr`. */
export interface FactorClaim {
  claim: 'amr' | 'acr'
  value: string
}

export const MAX_FACTOR_VALUE_CHARACTERS = 200

/** Whether the provider states a second factor in the way that the account believes. */
export const provesFactor = (
  { methods, context }: Pick<ProviderIdentity, 'methods' | 'context'>,
  believed: FactorClaim | undefined,
): boolean =>
  believed !== undefined && (believed.claim === 'amr' ? methods.includes(believed.value) : context === believed.value)

/** Where the people of an account start to sign in through its provider. */
export const companyPathOf = (accountId: string): string => `/sign-in/company/${accountId}`

/** Where the provider sends them back to. Each account has its own, so that no provider answers for another one. */
export const returnPathOf = (accountId: string): string => `${companyPathOf(accountId)}/return`

/** Where somebody goes who accepts the invitation with this token through the provider of the account. */
export const companyInvitationPathOf = (token: string): string => `/invitation/${token}/company`

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The domain in the form in which it is compared; undefined if the text is not a domain. */
export function toDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, '')
  return DOMAIN.test(domain) ? domain : undefined
}

/** The domain of an email address, in lower case; undefined if it has none that could be proven. */
export const domainOf = (email: string): string | undefined =>
  email.length > MAX_EMAIL_CHARACTERS ? undefined : toDomain(email.slice(email.lastIndexOf('@') + 1))

/** The name whose TXT record proves a domain. */
export const recordNameOf = (domain: string): string => `_plumbline.${domain}`

/** What the record contains. */
export const recordValueOf = (proof: string): string => `plumbline-sign-on=${proof}`
