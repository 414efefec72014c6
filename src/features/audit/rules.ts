import type { AuditQuery } from './schema.ts'

/** Reject malformed values before the query: PostgreSQL refuses some texts (NUL bytes). */
const ACTION_FORM = /^[a-z]+\.[a-z_]+$/
const ID_FORM = /^[^\p{Cc}]+$/u

/** Which entries of a trail are read. */
export interface AuditFilter {
  action?: string
  /** Id of the author. */
  author?: string
  /** Id of what changed; of a customer, also of what concerns it. */
  subject?: string
  /** From here on. */
  since?: Date
  /** Before this. */
  until?: Date
}

/** The filter of a query; undefined for one that no entry matches. */
export function readFilter({ action, author, subject, since, until }: AuditQuery): AuditFilter | undefined {
  if (action !== undefined && !ACTION_FORM.test(action)) return undefined
  if ([author, subject].some((id) => id !== undefined && !ID_FORM.test(id))) return undefined
  return {
    ...(action !== undefined && { action }),
    ...(author !== undefined && { author }),
    ...(subject !== undefined && { subject }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  }
}
