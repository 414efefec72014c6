import { MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** How long a browser may take to answer a challenge. */
export const CHALLENGE_MS = 5 * MINUTE_MS

/** Unanswered challenges of one browser or session; another one ends the oldest. */
export const MAX_CHALLENGES = 5

/** Enough for every device of a person; each is listed to the browser when another one is added. */
export const MAX_PASSKEYS = 20

export const MAX_NAME_CHARACTERS = 60

/** A response of a browser, with the longest signatures and keys that are supported. */
export const MAX_RESPONSE_BYTES = 16 * 1024

/** The site that passkeys are created for: they work nowhere else. */
export interface RelyingParty {
  /** The host of our pages. */
  id: string
  origin: string
  name: string
}

/** The relying party of the pages at this address. */
export function relyingPartyOf(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl)
  return { id: hostname, origin, name: 'Plumbline' }
}

/** What a challenge may be used for. */
export type ChallengePurpose = 'register' | 'sign-in' | 'confirm'

/** The name of a passkey that its person did not name. */
export const defaultName = (existing: number): string => (existing === 0 ? 'Passkey' : `Passkey ${existing + 1}`)
