/** The job that copies a subscription from Stripe; its payload is `{ customerId }`. */
export const SYNC_TASK = 'billing.sync'

/** How long one reading may take: each of its requests ends earlier. After that another one may start. */
export const SYNC_LEASE_MS = 60_000

/** Seconds after which a reading that found the subscription in use is tried again. */
export const SYNC_PAUSE_S = 5
