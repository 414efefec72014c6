import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a link to a report works. */
export const LINK_DAYS = 90
const DAY_MS = 86_400_000

/** The address of a run's report with the right to read it, for 90 days. */
export function signReportLink(app: { appUrl: string; secretKey: string; now: () => Date }, runId: string): string {
  const expires = Math.floor((app.now().getTime() + LINK_DAYS * DAY_MS) / 1000)
  return `${app.appUrl}/reports/${runId}?expires=${expires}&signature=${signature(app.secretKey, runId, expires)}`
}

/** Whether the signature gives the right to read this run's report now. */
export function isReportLink(
  app: { secretKey: string; now: () => Date },
  runId: string,
  given: { expires?: number; signature?: string },
): boolean {
  if (given.expires === undefined || given.signature === undefined) return false
  const wanted = Buffer.from(signature(app.secretKey, runId, given.expires))
  const found = Buffer.from(given.signature)
  return wanted.length === found.length && timingSafeEqual(wanted, found) && given.expires * 1000 > app.now().getTime()
}

const signature = (secretKey: string, runId: string, expires: number): string =>
  createHmac('sha256', secretKey).update(`report ${runId} ${expires}`).digest('base64url')
