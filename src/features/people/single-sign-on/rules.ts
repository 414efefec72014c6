import { isToken, newToken } from '../../../shared/crypto/tokens.ts'

/** Microsoft accounts of one person. */
export const MAX_ACCOUNTS = 5

/** What somebody signs in with Microsoft for: to be signed in, to link the account, or to accept an invitation. */
export type MicrosoftPurpose = 'sign-in' | 'link' | 'invitation'

/** Where people come back to, from the application's redirect address. */
export const RETURN_PATH = '/sign-in/microsoft/return'

/** Where somebody goes who accepts the invitation with this token by a Microsoft account. */
export const invitationPathOf = (token: string): string => `/invitation/${token}/microsoft`

const MARK = 'person.'

/** A new state, which the redirect address tells from those of administrators. */
export const newState = (): string => MARK + newToken()

/** Whether a state belongs to a person who signs in to the portal. */
export const isPersonState = (state: string): boolean => state.startsWith(MARK) && isToken(state.slice(MARK.length))

/** What identifies a Microsoft account: its tenant and object. Names and addresses do not: tenants choose them. */
export const externalIdOf = ({ tenantId, id }: { tenantId: string; id: string }): string => `${tenantId}/${id}`

const MAX_USERNAME_CHARACTERS = 200

/** The name under which a linked account is listed: shortened, without characters that are not shown. */
export const toAccountName = (username: string | undefined): string =>
  (username ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_USERNAME_CHARACTERS) || 'Microsoft account'
