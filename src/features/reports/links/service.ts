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

/** What somebody who opens a report's address brings along. */
export interface Visitor {
  /** Of a signed link. */
  expires?: number
  signature?: string
  edition?: Edition
  /** The token of a session of the portal. */
  session?: string | undefined
}

/**
 * The page of a run and its Content-Security-Policy, for its signed link, or for people of its partner or the partner's
 * distributor. Throws SIGN_IN_REQUIRED without either, PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE if the person's account is
 * not active, and NOT_FOUND both for a run of others and for one that is gone.
 */
export async function getReportPage(
  app: App,
  runId: string,
  visitor: Visitor,
): Promise<{ page: string; policy: string }> {
  const { partnerId, isLink } = await authorizeVisitor(app, runId, visitor)
  const found = await getReport(app, partnerId, runId)
  if ('pending' in found) return { page: renderPendingPage(found.pending), policy: reportPolicy(found.pending.brand) }
  const { expires, signature, edition } = visitor
  const pdfUrl = `?${new URLSearchParams({
    format: 'pdf',
    ...(isLink && { expires: String(expires), signature }),
    ...(edition && { edition }),
  })}`
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
  const { partnerId } = await authorizeVisitor(app, runId, visitor)
  const found = await getReport(app, partnerId, runId)
  return 'report' in found
    ? await renderFile(app, found, { format: 'pdf', ...(visitor.edition && { edition: visitor.edition }) }, signal)
    : undefined
}

/** Whose runs the visitor may see; a valid link opens its own, for anyone. */
async function authorizeVisitor(
  app: App,
  runId: string,
  visitor: Visitor,
): Promise<{ partnerId: string | undefined; isLink: boolean }> {
  if (isReportLink(app, runId, visitor)) return { partnerId: undefined, isLink: true }
  const { actor, distributor } = await authenticateSession(app, visitor.session)
  if (actor) return { partnerId: actor.partnerId, isLink: false }
  if (!distributor) throw new Problem('NOT_FOUND')
  return { partnerId: await getPartnerOfRun(app, distributor, runId), isLink: false }
}
