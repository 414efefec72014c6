import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { getPartnerOfRun } from '../../assessments/service.ts'
import { authenticateSession } from '../../people/sessions/service.ts'
import type { Edition } from '../content/edition.ts'
import type { ReportFile } from '../formats/rules.ts'
import { renderFile } from '../formats/service.ts'
import { renderReport } from '../html/page.ts'
import { renderPendingPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { isReportLink } from '../rules.ts'
import { getReport } from '../service.ts'
import { findOpenLink } from '../shares/service.ts'

/** What somebody who opens a report's address brings along. */
export interface Visitor {
  /** Of a signed link. */
  expires?: number
  signature?: string
  /** The token of a link that was shared. */
  link?: string
  edition?: Edition
  /** The token of a session of the portal. */
  session?: string | undefined
}

/**
 * The page of a run and its Content-Security-Policy, for a link to it, or for people of its partner or the partner's
 * distributor. Throws SIGN_IN_REQUIRED without either, LINK_ENDED for a link that does not work any more, PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE if the person's account is
 * not active, and NOT_FOUND both for a run of others and for one that is gone.
 */
export async function getReportPage(
  app: App,
  runId: string,
  visitor: Visitor,
): Promise<{ page: string; policy: string }> {
  const { partnerId, query, edition } = await authorizeVisitor(app, runId, visitor)
  const found = await getReport(app, partnerId, runId)
  if ('pending' in found) return { page: renderPendingPage(found.pending), policy: reportPolicy(found.pending.brand) }
  const pdfUrl = `?${new URLSearchParams({ format: 'pdf', ...query, ...(visitor.edition && { edition: visitor.edition }) })}`
  const report = { ...found.report, ...(edition && { edition }) }
  return { page: renderReport(report, pdfUrl), policy: reportPolicy(report.brand) }
}

/** The PDF of a run for those who may see its page; undefined if the run has no report. Throws as `getReportPage` does. */
export async function getReportPdf(
  app: App,
  runId: string,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<ReportFile | undefined> {
  const { partnerId, edition } = await authorizeVisitor(app, runId, visitor)
  const found = await getReport(app, partnerId, runId)
  return 'report' in found
    ? await renderFile(app, found, { format: 'pdf', ...(edition && { edition }) }, signal)
    : undefined
}

/** What a visitor may see. */
interface Admitted {
  /** Whose runs; undefined if a link opens this one, for anyone. */
  partnerId: string | undefined
  /** What the address of the same report carries for them. */
  query: Record<string, string>
  /** The edition that they see: that of the link, if it has one, or the one that they ask for. */
  edition?: Edition
}

async function authorizeVisitor(app: App, runId: string, visitor: Visitor): Promise<Admitted> {
  const { link, edition, expires, signature } = visitor
  const wanted = { ...(edition && { edition }) }
  const shared = link === undefined ? undefined : await findOpenLink(app, runId, link)
  if (link !== undefined && shared) {
    return { partnerId: undefined, query: { link }, ...(shared.edition ? { edition: shared.edition } : wanted) }
  }
  if (signature !== undefined && isReportLink(app, runId, visitor)) {
    return { partnerId: undefined, query: { expires: String(expires), signature }, ...wanted }
  }
  try {
    return { partnerId: await findPartnerOfVisitor(app, runId, visitor), query: {}, ...wanted }
  } catch (error) {
    // Somebody without an account has nothing to sign in with, and needs to know why the link does not work.
    const isLink = link !== undefined || signature !== undefined
    if (isLink && error instanceof Problem && error.status === 401) throw new Problem('LINK_ENDED')
    throw error
  }
}

/** Whose runs a signed-in person may see. */
async function findPartnerOfVisitor(app: App, runId: string, { session }: Visitor): Promise<string> {
  const { actor, distributor } = await authenticateSession(app, session)
  if (actor) return actor.partnerId
  if (!distributor) throw new Problem('NOT_FOUND')
  return await getPartnerOfRun(app, distributor, runId)
}
