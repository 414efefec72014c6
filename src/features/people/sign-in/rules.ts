import { DAY_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** Wrong passwords for one email address from one place before the next try has to wait. */
export const FREE_TRIES = 5

/** Like `FREE_TRIES`, while the email address is being attacked, from places where nobody has signed in with it. */
export const FREE_TRIES_UNDER_ATTACK = 1

/** Wrong passwords for one email address from everywhere within a day that count as an attack. */
export const ATTACK_FAILURES = 100

/** Waits double with each failure, from one second up to this. Nobody else waits for a stranger's failures. */
export const MAX_WAIT_S = 900

/** Failures are forgotten this long after the last one. */
const FAILURES_MS = DAY_MS

export const failuresSince = (now: Date): Date => new Date(now.getTime() - FAILURES_MS)

/** How long it is remembered who signed in from where. */
const SIGN_INS_MS = 90 * DAY_MS

export const signInsSince = (now: Date): Date => new Date(now.getTime() - SIGN_INS_MS)

/** Seconds to wait after the last of this many failures. */
export const waitSecondsAfter = (failures: number, freeTries: number): number =>
  failures < freeTries ? 0 : Math.min(2 ** (failures - freeTries), MAX_WAIT_S)

/** The message for people who have to wait. */
export const waitText = (seconds: number): string =>
  `Too many wrong passwords. Try again in ${seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`

export const START_PATH = '/'

/** Where somebody with several accounts chooses one. */
export const ACCOUNT_PATH = '/sign-in/account'

/** Where the second factor is asked for. */
export const FACTOR_PATH = '/sign-in/factor'

/** Where somebody without a second factor sets one up. */
export const NEW_FACTOR_PATH = '/sign-in/new-factor'

/** Where they then get recovery codes. */
export const CODES_PATH = '/sign-in/new-factor/codes'

/** What somebody does first in a new account. */
export const WELCOME_PATH = '/welcome'

const STEP_MS = 10 * MINUTE_MS

/** When a sign-in ends that awaits a second factor or the choice of an account. */
export const stepEnd = (now: Date): Date => new Date(now.getTime() + STEP_MS)

/**
 * The first factor of a sign-in; `provider`: the account's own; `switch`: the person's session in another of their
 * accounts.
 */
const FIRST_FACTORS = ['password', 'microsoft', 'provider', 'switch'] as const
export type FirstFactorMethod = (typeof FIRST_FACTORS)[number]

export const isFirstFactor = (method: string): method is FirstFactorMethod =>
  FIRST_FACTORS.some((known) => known === method)

const MAX_NEXT_CHARACTERS = 1000
/** An origin that cannot exist: a path that leads away from it is not ours. */
const SOME_ORIGIN = 'https://own.invalid'

/** The path, with its query, to which somebody returns after signing in: one of our own, or else the start page. */
export function toOwnPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_NEXT_CHARACTERS || !next.startsWith('/')) return START_PATH
  // URL parsers drop tabs and line breaks, and take a backslash for a slash: `/\evil.example` is another host.
  if (/^\/[/\\]|[\\\s\p{Cc}]/u.test(next) || !URL.canParse(next, SOME_ORIGIN)) return START_PATH
  const { origin, pathname, search, hash } = new URL(next, SOME_ORIGIN)
  return origin === SOME_ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : START_PATH
}

/** The path of a page that leads on to another one of ours. */
export const withNext = (path: string, next: string): string =>
  next === START_PATH ? path : `${path}?${new URLSearchParams({ next: toOwnPath(next) })}`
