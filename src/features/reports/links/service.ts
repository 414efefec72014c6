import type { App } from '../../../app.ts'
import { isId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner } from '../../accounts/service.ts'
import { getPartnerOfRun } from '../../assessments/service.ts'
import { findPartnerOfCustomer } from '../../customers/service.ts'
import { authenticateSession } from '../../people/sessions/service.ts'
import { signedSubject } from '../combined/rules.ts'
import { getCombinedFile, getCombinedReport } from '../combined/service.ts'
import { DOWNLOADS, type Download, isOffered } from '../content/downloads.ts'
import type { Edition } from '../content/edition.ts'
import type { ReportFile, ReportFormat } from '../formats/rules.ts'
import { renderFile } from '../formats/service.ts'
import { renderPendingPage } from '../html/pending-page.ts'
import { renderReportPage } from '../html/service.ts'
import { reportPolicy } from '../html/style.ts'
import { isReportLink, namesRequester } from '../rules.ts'
import { getReport } from '../service.ts'
import { findOpenLink } from '../shares/service.ts'

/** The credentials of somebody who opens a report's address. */
export interface Visitor {
  /** Of a signed link. */
  expires?: number
  signature?: string
  /** The token of a link that was shared. */
  link?: string
  edition?: Edition
  /** About a customer: ids of products, separated by commas. */
  products?: string
  /** The token of a session of the portal. */
  session?: string | undefined
}

/** The page and its Content-Security-Policy. */
export interface ReportPage {
  page: string | Buffer
  policy: string
}

/**
 * The page at a report's address, of a run or about a customer by several frameworks, for a link to it, or for people of its
 * partner or the partner's distributor. Throws SIGN_IN_REQUIRED without either, LINK_ENDED for a link that does not work any more,
 * PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE if the person's account is not active, and NOT_FOUND both for what is of others and
 * for what is gone; about a customer also INVALID_PRODUCT, and REPORT_NOT_READY without a completed run. The signal ends the wait
 * for a thread; SERVICE_UNAVAILABLE if too many are waiting.
 */
export async function getReportPage(
  app: App,
  reportId: string,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<ReportPage> {
  const admitted = await authorizeVisitor(app, reportId, visitor)
  const { partnerId, query, edition } = admitted
  const addressOf = (format: Download): string =>
    `?${new URLSearchParams({ format, ...query, ...(visitor.edition && { edition: visitor.edition }) })}`
  if (isId('cust', reportId)) {
    const found = await getCombinedReport(app, partnerId, { ...admitted, customerId: reportId })
    const { partnerId: owner, report: combined } = found
    const page = await renderReportPage(app, { combined, downloads: { pdf: addressOf('pdf') } }, { owner, signal })
    return { page, policy: reportPolicy(combined.brand) }
  }
  const found = await getReport(app, partnerId, reportId, { withRequester: namesRequester('html', edition) })
  if ('pending' in found) return { page: renderPendingPage(found.pending), policy: reportPolicy(found.pending.brand) }
  const report = { ...found.report, ...(edition && { edition }) }
  const downloads = Object.fromEntries(DOWNLOADS[edition ?? 'full'].map((format) => [format, addressOf(format)]))
  const page = await renderReportPage(app, { report, downloads }, { owner: found.partnerId, signal })
  return { page, policy: reportPolicy(report.brand) }
}

/**
 * The same report as a file; undefined if the run has no report. Throws as `getReportPage` does, and NOT_FOUND for a format
 * that is not for the readers of this edition.
 */
export async function getReportDownload(
  app: App,
  reportId: string,
  visitor: Visitor,
  format: ReportFormat,
  signal?: AbortSignal,
): Promise<ReportFile | undefined> {
  const admitted = await authorizeVisitor(app, reportId, visitor)
  const { partnerId, edition } = admitted
  const isOne = !isId('cust', reportId)
  if (isOne ? !isOffered(edition ?? 'full', format) : format !== 'pdf') throw new Problem('NOT_FOUND')
  if (!isOne) {
    return await getCombinedFile(app, partnerId, { ...admitted, customerId: reportId, format: 'pdf' }, signal)
  }
  const found = await getReport(app, partnerId, reportId, { withRequester: namesRequester(format, edition) })
  return 'report' in found ? await renderFile(app, found, { format, ...(edition && { edition }) }, signal) : undefined
}

/** What a visitor may see. */
interface Admitted {
  /** The account whose reports may be read; undefined if a link opens this one for anyone. */
  partnerId: string | undefined
  /** What the address of the same report carries for them. */
  query: Record<string, string>
  /** The edition that they see: that of the link, if it has one, or the one that they ask for. */
  edition?: Edition
  /** About a customer, the products: those of the link, or those that a signed-in person asks for. */
  products?: string
}

async function authorizeVisitor(app: App, reportId: string, visitor: Visitor): Promise<Admitted> {
  const { link, edition, expires, signature, products } = visitor
  const wanted = { ...(edition && { edition }) }
  const shared = link === undefined ? undefined : await findOpenLink(app, reportId, link)
  if (link !== undefined && shared) {
    const own = shared.edition ? { edition: shared.edition } : wanted
    return {
      partnerId: undefined,
      query: { link },
      ...own,
      ...(shared.products && { products: shared.products.join(',') }),
    }
  }
  const asked = { ...(products !== undefined && { products }) }
  if (signature !== undefined && isReportLink(app, signedSubject(reportId, products), visitor)) {
    return { partnerId: undefined, query: { expires: String(expires), signature, ...asked }, ...wanted, ...asked }
  }
  try {
    return { partnerId: await findPartnerOfVisitor(app, reportId, visitor), query: asked, ...wanted, ...asked }
  } catch (error) {
    // Somebody without an account has nothing to sign in with, and needs to know why the link does not work.
    const isLink = link !== undefined || signature !== undefined
    if (isLink && error instanceof Problem && error.status === 401) throw new Problem('LINK_ENDED')
    throw error
  }
}

/** Whose reports a signed-in person may see. */
async function findPartnerOfVisitor(app: App, reportId: string, { session }: Visitor): Promise<string> {
  const { actor, distributor } = await authenticateSession(app, session)
  if (actor) return actor.partnerId
  if (!distributor) throw new Problem('NOT_FOUND')
  if (!isId('cust', reportId)) return await getPartnerOfRun(app, distributor, reportId)
  const partnerId = await findPartnerOfCustomer(app, reportId)
  if (partnerId === undefined) throw new Problem('NOT_FOUND')
  return (await actForPartner(app, distributor, partnerId)).partnerId
}
