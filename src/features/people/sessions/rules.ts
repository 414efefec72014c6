import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'

/** The prefix makes browsers refuse it unless it is Secure, without a domain, and for every path. */
export const SESSION_COOKIE = '__Host-portal'

/** Without a request for this long, a session ends. */
const IDLE_MS = 12 * HOUR_MS

/** However much it is used, a session ends after this. */
const MAX_MS = 7 * 24 * HOUR_MS

/** How long a second factor allows what needs one. */
const STRONG_MS = 10 * MINUTE_MS

/** The age at which the last use is written again, so that not every request writes. */
export const SEEN_GRAIN_MS = 60_000

/** Beyond it, the oldest session of a person ends. */
export const MAX_SESSIONS = 20

const MAX_AGENT_CHARACTERS = 300

/** Lax: links in emails lead into the portal. The server's record decides when the session ends. */
export const SESSION_COOKIE_OPTIONS = {
  path: '/',
  maxAge: MAX_MS / 1000,
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + MAX_MS)

export const idleEnd = (now: Date, endsAt: Date): Date => new Date(Math.min(now.getTime() + IDLE_MS, endsAt.getTime()))

export const strongEnd = (now: Date): Date => new Date(now.getTime() + STRONG_MS)

/** What a browser says it is, as it is stored: shortened, without characters that PostgreSQL refuses. */
export const toAgent = (header: string | undefined): string | null =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  header?.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').slice(0, MAX_AGENT_CHARACTERS) ?? null
