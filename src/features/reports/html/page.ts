import { html, type Markup } from '../../../shared/html/html.ts'
import { type Parts, partsOf } from '../content/combined.ts'
import { DOWNLOADS, type Download } from '../content/downloads.ts'
import type { Edition } from '../content/edition.ts'
import { glanceOf } from '../content/figures/glance.ts'
import type { CombinedInput, ReportInput } from '../content/input.ts'
import { COMMON } from '../content/words/every-edition.ts'
import { PARTS } from '../content/words/several-frameworks.ts'
import type { EditionPage } from './editions/edition.ts'
import { renderFull } from './editions/full.ts'
import { renderOwner } from './editions/owner.ts'
import { renderTechnical } from './editions/technical.ts'
import { time } from './frame/badges.ts'
import { renderLayout } from './frame/layout.ts'
import type { ServedSearch } from './frame/search.ts'
import { renderFirstStep } from './sections/first-step.ts'
import { renderFrameworks } from './sections/frameworks.ts'
import { renderGlance } from './sections/glance.ts'

const EDITIONS: Readonly<Record<Edition, (parts: Parts, search?: ServedSearch) => EditionPage>> = {
  owner: renderOwner,
  technical: renderTechnical,
  full: renderFull,
}

/** The report of a run, or of several frameworks of a customer, with the addresses of its files. */
export type Page = { downloads?: Downloads; search?: ServedSearch } & (
  | { report: ReportInput }
  | { combined: CombinedInput }
)

/**
 * The report of a completed run as one self-contained HTML page. Serve it with the `reportPolicy` of its brand. The
 * downloads are the same report as files, by format, with their addresses. A page that the service serves has a search.
 */
export function renderReport(input: ReportInput, downloads: Downloads = {}, search?: ServedSearch): string {
  const { customerName, partnerName, productName, result, brand, edition = 'full' } = input
  const about = partsOf([input])
  return renderLayout({
    title: COMMON.reportTitle(productName, customerName),
    partnerName,
    productName,
    brand,
    heading: html`<bdi>${customerName}</bdi>`,
    facts: [
      `${productName} ${result.framework.version}`,
      time(input.completedAt, brand.locale),
      ...listDownloads(downloads),
    ],
    glance: renderGlance(glanceOf(result, customerName), renderFirstStep(about)),
    ...EDITIONS[edition](about, search),
    footer: html`<p>${COMMON.confidential(partnerName, customerName)}</p>`,
  })
}

/** Like `renderReport`, for several frameworks of one customer. A single one has the page of its run. */
export function renderCombinedReport(input: CombinedInput, downloads: Downloads = {}, search?: ServedSearch): string {
  const { customerName, partnerName, brand, edition, parts, missing } = input
  const about = partsOf(parts)
  return renderLayout({
    title: COMMON.reportTitle(PARTS.security, customerName),
    partnerName,
    productName: PARTS.security,
    brand,
    heading: html`<bdi>${customerName}</bdi>`,
    facts: [PARTS.frameworks(parts.length), time(about.newest.completedAt, brand.locale), ...listDownloads(downloads)],
    glance: renderFrameworks(about, missing),
    ...EDITIONS[edition](about, search),
    footer: html`<p>${COMMON.confidential(partnerName, customerName)}</p>`,
  })
}

/** Addresses of files by their format. */
export type Downloads = Readonly<Partial<Record<Download, string>>>

/** One fact with a link for each file: `Download as PDF, Excel, CSV`. */
function listDownloads(downloads: Downloads): Markup[] {
  const links = DOWNLOADS.full.flatMap((format) => {
    const url = downloads[format]
    return url === undefined ? [] : [html`<a href="${url}">${COMMON.downloads[format]}</a>`]
  })
  return links.length === 0 ? [] : [html`${links.map((link, index) => html`${index > 0 && ', '}${link}`)}`]
}
