import { html } from '../../../shared/html/html.ts'
import type { Edition } from '../content/edition.ts'
import { glanceOf } from '../content/figures/glance.ts'
import type { ReportInput } from '../content/input.ts'
import { COMMON } from '../content/words/every-edition.ts'
import type { EditionPage } from './editions/edition.ts'
import { renderFull } from './editions/full.ts'
import { renderOwner } from './editions/owner.ts'
import { renderTechnical } from './editions/technical.ts'
import { time } from './frame/badges.ts'
import { renderLayout } from './frame/layout.ts'
import { renderGlance } from './sections/glance.ts'

const EDITIONS: Readonly<Record<Edition, (input: ReportInput) => EditionPage>> = {
  owner: renderOwner,
  technical: renderTechnical,
  full: renderFull,
}

/**
 * The report of a completed run as one self-contained HTML page. Serve it with the `reportPolicy` of its brand. `pdfUrl` is the
 * address of the same report as a PDF, if there is one.
 */
export function renderReport(input: ReportInput, pdfUrl?: string): string {
  const { customerName, partnerName, productName, result, brand, edition = 'full' } = input
  return renderLayout({
    title: `${productName} assessment of ${customerName}`,
    partnerName,
    productName,
    brand,
    heading: html`<bdi>${customerName}</bdi>`,
    facts: [
      `${productName} ${result.framework.version}`,
      time(input.completedAt),
      ...(pdfUrl === undefined ? [] : [html`<a href="${pdfUrl}">${COMMON.download}</a>`]),
    ],
    glance: renderGlance(glanceOf(result, customerName)),
    ...EDITIONS[edition](input),
    footer: html`<p>${COMMON.confidential(partnerName, customerName)}</p>`,
  })
}
