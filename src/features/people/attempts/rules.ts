import { newToken } from '../../../shared/crypto/tokens.ts'
import { MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** How long a sign-in elsewhere may take. */
export const SIGN_IN_MS = 10 * MINUTE_MS

/** Sign-ins of one browser or session at a time; another one ends the oldest. */
export const MAX_SIGN_INS = 5

/** The values that a sign-in elsewhere is verified by when the browser comes back. */
export interface AttemptSecrets {
  nonce: string
  /** Of PKCE (RFC 7636). */
  codeVerifier: string
}

export const newAttemptSecrets = (): AttemptSecrets => ({ nonce: newToken(), codeVerifier: newToken() })
