import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'

export const LINK_MINUTES = 30

export const linkEnd = (sentAt: Date): Date => new Date(sentAt.getTime() + LINK_MINUTES * MINUTE_MS)

/** How often a new password may be requested for one address, in an hour. */
export const MAX_REQUESTS = 5

export const requestsSince = (now: Date): Date => new Date(now.getTime() - HOUR_MS)
