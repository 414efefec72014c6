import type { App } from '../../../app.ts'
import { isId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { actForPartner } from '../../accounts/service.ts'
import { getPartnerOfRun } from '../../assessments/service.ts'
import { findPartnerOfCustomer } from '../../customers/service.ts'
import { authenticateSession } from '../../people/sessions/service.ts'
import { signedSubject } from '../combined/rules.ts'
import { getCombinedFile, getCombinedReport } from '../combined/service.ts'
import { type Download, downloadsOf } from '../content/downloads.ts'
import { EDITIONS, type Edition, isEdition } from '../content/edition.ts'
import { ADDRESSES } from '../content/words/addresses.ts'
import { isFormat, type ReportFile } from '../formats/rules.ts'
import { renderFile } from '../formats/service.ts'
import { type Choice, renderChoicePage } from '../html/choice-page.ts'
import { type ServedSearch, toSearchText } from '../html/frame/search.ts'
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
  /** As the address asks for them; either may not exist. */
  edition?: string
  format?: string
  /** About a customer: ids of products, separated by commas. */
  products?: string
  /** What to search for in the lists of a page. */
  q?: string
  /** The token of a session of the portal. */
  session?: string | undefined
}

/** A page and its Content-Security-Policy; without a status, it is the report. */
export interface ReportPage {
  status?: number
  page: string | Buffer
  policy: string
}

/**
 * What is at a report's address, of a run or about a customer by several frameworks, for a link to it, or for people of its
 * partner or the partner's distributor: the page, or the file that the visitor asks for. An edition or a format that does not exist
 * leads to a page with those that do. Throws SIGN_IN_REQUIRED without either, LINK_ENDED for a link that does not work any more,
 * PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE if the person's account is not active, and NOT_FOUND both for what is of others and
 * for what is gone; about a customer also INVALID_PRODUCT, and REPORT_NOT_READY without a completed run. The signal ends the wait
 * for a thread; SERVICE_UNAVAILABLE if too many are waiting.
 */
export async function getReportAt(
  app: App,
  reportId: string,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<ReportPage | { file: ReportFile }> {
  const admitted = await authorizeVisitor(app, reportId, visitor)
  const { edition, format = 'html', ...known } = admitted
  if (edition !== undefined && !isEdition(edition)) return toUnknownEdition(admitted)
  const wanted = { ...known, ...(edition && { edition }) }
  const search = { text: toSearchText(visitor.q), address: known.query }
  if (format === 'html') return await renderPage(app, reportId, wanted, search, signal)
  const downloads = downloadsOf(edition ?? 'full', isId('cust', reportId))
  const chosen = downloads.find((one) => one === format)
  if (!chosen) return toOtherFormats(admitted, downloads, isFormat(format))
  const file = await renderDownload(app, reportId, { ...wanted, format: chosen }, signal)
  return file ? { file } : await renderPage(app, reportId, wanted, search, signal)
}

function toUnknownEdition({ query }: Admitted): ReportPage {
  const choices = EDITIONS.map((edition): Choice => [ADDRESSES.editions[edition], toAddress({ ...query, edition })])
  return { status: 400, page: renderChoicePage('unknownEdition', choices), policy: reportPolicy() }
}

/** A format that exists is not for the readers of this edition. */
function toOtherFormats({ query }: Admitted, downloads: readonly Download[], exists: boolean): ReportPage {
  const choices = downloads.map((format): Choice => [ADDRESSES.formats[format], toAddress({ format, ...query })])
  const page = renderChoicePage(exists ? 'otherFormat' : 'unknownFormat', [
    [ADDRESSES.formats.html, toAddress(query)],
    ...choices,
  ])
  return { status: exists ? 404 : 400, page, policy: reportPolicy() }
}

const toAddress = (query: Readonly<Record<string, string>>): string => `?${new URLSearchParams(query)}`

/** What a reader of a report gets. */
type Reader = Omit<Admitted, 'edition' | 'format'> & { edition?: Edition }

/** The forms of the pages that are served here are answered here. */
const SEARCHABLE = { 'form-action': "'self'" }

async function renderPage(
  app: App,
  reportId: string,
  reader: Reader,
  search: ServedSearch,
  signal?: AbortSignal,
): Promise<ReportPage> {
  const { partnerId, query, edition } = reader
  const isCombined = isId('cust', reportId)
  const downloads = Object.fromEntries(
    downloadsOf(edition ?? 'full', isCombined).map((format) => [format, toAddress({ format, ...query })]),
  )
  if (isCombined) {
    const found = await getCombinedReport(app, partnerId, { ...reader, customerId: reportId })
    const { partnerId: owner, report: combined } = found
    const page = await renderReportPage(app, { combined, downloads, search }, { owner, signal })
    return { page, policy: reportPolicy(combined.brand, SEARCHABLE) }
  }
  const found = await getReport(app, partnerId, reportId, { withRequester: namesRequester('html', edition) })
  if ('pending' in found) {
    const page = renderPendingPage(found.pending, partnerId === undefined ? 'customer' : 'partner')
    return { page, policy: reportPolicy(found.pending.brand) }
  }
  const report = { ...found.report, ...(edition && { edition }) }
  const page = await renderReportPage(app, { report, downloads, search }, { owner: found.partnerId, signal })
  return { page, policy: reportPolicy(report.brand, SEARCHABLE) }
}

/** Undefined if the run has no report. */
async function renderDownload(
  app: App,
  reportId: string,
  { partnerId, edition, products, format }: Reader & { format: Download },
  signal?: AbortSignal,
): Promise<ReportFile | undefined> {
  if (isId('cust', reportId)) {
    return await getCombinedFile(app, partnerId, { customerId: reportId, products, edition, format: 'pdf' }, signal)
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
  /** The edition of the link, if it has one, or what the address asks for, which may not exist. */
  edition?: string
  /** As the address asks for it; it may not exist. */
  format?: string
  /** About a customer, the products: those of the link, or those that a signed-in person asks for. */
  products?: string
}

async function authorizeVisitor(app: App, reportId: string, visitor: Visitor): Promise<Admitted> {
  const { link, edition, expires, signature, products } = visitor
  const format = visitor.format === undefined ? {} : { format: visitor.format }
  const wanted = edition === undefined ? {} : { edition }
  const shared = link === undefined ? undefined : await findOpenLink(app, reportId, link)
  if (link !== undefined && shared) {
    const chosen = { ...(shared.products && { products: shared.products.join(',') }), ...format }
    return shared.edition
      ? { partnerId: undefined, query: { link }, edition: shared.edition, ...chosen }
      : { partnerId: undefined, query: { link, ...wanted }, ...wanted, ...chosen }
  }
  const asked = { ...(products !== undefined && { products }) }
  const found = { ...wanted, ...asked, ...format }
  if (signature !== undefined && isReportLink(app, signedSubject(reportId, products), visitor)) {
    return { partnerId: undefined, query: { expires: String(expires), signature, ...asked, ...wanted }, ...found }
  }
  try {
    const partnerId = await findPartnerOfVisitor(app, reportId, visitor)
    return { partnerId, query: { ...asked, ...wanted }, ...found }
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
