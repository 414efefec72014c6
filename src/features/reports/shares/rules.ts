import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { Problem } from '../../../shared/problem.ts'
import { isEdition } from '../content/edition.ts'
import type { ShareLink } from './schema.ts'

/** How long a link works by default, and how long one in an email works. */
export const DEFAULT_LINK_DAYS = 90

/** Links to one report that work at a time, without those in mails. */
export const MAX_LINKS = 100

/** Opening a link again within this time does not write again when it was last opened. */
export const OPENED_GRAIN_MS = 60_000

export const linkEnd = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)

/** The address of the report of a run or about a customer, with the token of a link. */
export const shareUrl = (appUrl: string, id: string, token: string): string => `${appUrl}/reports/${id}?link=${token}`

/** REPORT_NOT_READY for a run that ended without a result. */
export function requireReportToCome(status: string | undefined): void {
  if (status !== 'failed' && status !== 'canceled') return
  throw new Problem('REPORT_NOT_READY', {
    message: `The run is ${status}, so it never gets a report: start a new run for the customer.`,
  })
}

export interface LinkRow {
  id: string
  /** Null for a link about a customer. */
  run_id: string | null
  /** Where the list is of a customer, and the link to a run. */
  run?: { product: string; completedAt: Date | null }
  /** An edition, or null. */
  edition: string | null
  /** Only of a link about a customer: the products in the report; null for all. */
  products: string[] | null
  recipient: string | null
  created_at: Date
  expires_at: Date
  last_opened_at: Date | null
  revoked_at: Date | null
}

/** A link as the API lists it; its address is never shown again. */
export function toShareLink(row: LinkRow): ShareLink {
  return {
    id: row.id,
    ...(isEdition(row.edition) && { edition: row.edition }),
    ...(row.products && { products: row.products }),
    ...(row.run && row.run_id !== null && { run: toRun(row.run_id, row.run) }),
    ...(row.recipient !== null && { recipient: row.recipient }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.last_opened_at && { lastOpenedAt: row.last_opened_at }),
    ...(row.revoked_at && { revokedAt: row.revoked_at }),
  }
}

const toRun = (id: string, { product, completedAt }: NonNullable<LinkRow['run']>): NonNullable<ShareLink['run']> => ({
  id,
  product,
  ...(completedAt && { completedAt }),
})
