import { MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** The second factors that somebody has. */
export interface Factors {
  passkeys: number
  /** An authenticator app. */
  totp: boolean
  recoveryCodesLeft: number
}

export const NO_FACTORS: Factors = { passkeys: 0, totp: false, recoveryCodesLeft: 0 }

/** Recovery codes replace a lost factor; alone they are not a factor. */
export const hasFactor = ({ passkeys, totp }: Factors): boolean => totp || passkeys > 0

/**
 * How many codes of an app may be tried within a period. Only somebody who knows the password, or is signed in, can
 * try.
 */
export const MAX_TRIES = 5
export const TRIES_MS = 15 * MINUTE_MS
