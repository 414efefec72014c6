import { withLogoBuffer } from '../../brands/rules.ts'
import { withLogoBuffers } from '../content/combined.ts'
import { type Page, renderCombinedReport, renderReport } from './page.ts'

/** Runs in a thread of the isolated pool: renders the page of a report. */
export default function renderInThread(page: Page): Uint8Array {
  const { downloads, search } = page
  const text =
    'report' in page
      ? renderReport(withLogoBuffer(page.report), downloads, search)
      : renderCombinedReport(withLogoBuffers(page.combined), downloads, search)
  return Buffer.from(text)
}
