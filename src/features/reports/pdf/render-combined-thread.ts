import { withLogoBuffers } from '../content/combined.ts'
import type { CombinedInput } from '../content/input.ts'
import { renderCombinedPdf } from './content/document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of a report by several frameworks. */
export default async function renderInThread(report: CombinedInput): Promise<Uint8Array> {
  return await renderCombinedPdf(withLogoBuffers(report))
}
