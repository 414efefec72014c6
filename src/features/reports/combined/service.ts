import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { toFileTask } from '../../../platform/isolation/file-task.ts'
import { isId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { listNewestRuns } from '../../assessments/trend/service.ts'
import { findPartnerOfCustomer } from '../../customers/service.ts'
import { newestPart, toProducts } from '../content/combined.ts'
import type { Edition } from '../content/edition.ts'
import type { CombinedInput } from '../content/input.ts'
import { PARTS } from '../content/words/several-frameworks.ts'
import { dispositionOf, MEDIA_TYPES, type ReportFile } from '../formats/rules.ts'
import { renderReportPage } from '../html/service.ts'
import { reportPolicy } from '../html/style.ts'
import { namesRequester, signReportLink } from '../rules.ts'
import { getReport } from '../service.ts'
import { type CombinedFormat, signedSubject } from './rules.ts'

export interface WantedCombination {
  customerId: string
  /** Ids of products, separated by commas; by default every one with a completed run. */
  products?: string | undefined
  edition?: Edition | undefined
}

export interface CombinedReport {
  partnerId: string
  report: CombinedInput
}

/**
 * The report about a customer of this partner by several frameworks, each by its newest completed run. With undefined, about any
 * customer: the caller must have authorized access in another way. NOT_FOUND for a customer of another partner or one that
 * is gone, INVALID_PRODUCT, and REPORT_NOT_READY if no run of the products has completed.
 */
export async function getCombinedReport(
  app: App,
  partnerId: string | undefined,
  { customerId, products, edition = 'full' }: WantedCombination,
): Promise<CombinedReport> {
  const owner = isId('cust', customerId) ? await findPartnerOfCustomer(app, customerId) : undefined
  if (owner === undefined || (partnerId !== undefined && partnerId !== owner)) throw new Problem('NOT_FOUND')
  const asked = products === undefined ? undefined : toProducts(products)
  const runs = await listNewestRuns(app, owner, customerId)
  const wanted = runs.filter(({ product }) => asked === undefined || asked.includes(product))
  const reports = await Promise.all(
    wanted.map(({ id }) => getReport(app, owner, id, { withRequester: namesRequester('html', edition) })),
  )
  const parts = reports.flatMap((found) => ('report' in found ? [found.report] : []))
  const [first] = parts
  if (!first) {
    throw new Problem('REPORT_NOT_READY', {
      message: 'No run of this customer has completed for these products: only a completed one has a report.',
    })
  }
  const missing = (asked ?? []).filter((id) => !parts.some(({ result }) => result.product === id))
  const { customerName, partnerName, brand } = first
  const names = missing.map((id) => findFramework(id)?.name ?? id)
  return { partnerId: owner, report: { customerName, partnerName, brand, parts, missing: names, edition } }
}

/** Like `getCombinedReport`, as a file. The signal ends the wait for a thread; SERVICE_UNAVAILABLE if too many are waiting. */
export async function getCombinedFile(
  app: App,
  partnerId: string | undefined,
  wanted: WantedCombination & { format?: CombinedFormat | undefined },
  signal?: AbortSignal,
): Promise<ReportFile> {
  return await renderCombinedFile(app, await getCombinedReport(app, partnerId, wanted), wanted, signal)
}

const COMBINED_PDF = toFileTask(new URL('../pdf/render-combined-thread.ts', import.meta.url))

async function renderCombinedFile(
  app: App,
  { partnerId, report }: CombinedReport,
  { format = 'html', edition }: { format?: CombinedFormat | undefined; edition?: Edition | undefined },
  signal?: AbortSignal,
): Promise<ReportFile> {
  const { customerName, brand } = report
  const { completedAt } = newestPart(report)
  const about = { customerName, productName: PARTS.security, completedAt, ...(edition && { edition }) }
  const disposition = dispositionOf(about, format)
  if (format === 'pdf') {
    const body = await app.isolated.run(COMBINED_PDF, report, { owner: partnerId, signal })
    return { format, contentType: MEDIA_TYPES.pdf, body, disposition }
  }
  const contentType = `${MEDIA_TYPES.html}; charset=utf-8`
  const body = await renderReportPage(app, { combined: report }, { owner: partnerId, signal })
  return { format, contentType, body, disposition, policy: reportPolicy(brand) }
}

/** Creates a signed link to the report about any customer, for the operator. Throws as `getCombinedReport` does. */
export async function createCombinedLink(app: App, wanted: WantedCombination): Promise<string> {
  const { customerId, edition } = wanted
  await getCombinedReport(app, undefined, wanted)
  const products = wanted.products === undefined ? undefined : toProducts(wanted.products).join(',')
  const more = new URLSearchParams({ ...(products !== undefined && { products }), ...(edition && { edition }) })
  const link = signReportLink(app, customerId, signedSubject(customerId, products))
  return more.size > 0 ? `${link}&${more}` : link
}
