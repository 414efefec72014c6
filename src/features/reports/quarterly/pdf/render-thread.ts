import { withLogoBuffer } from '../../../brands/rules.ts'
import type { Sheet } from '../content/input.ts'
import { renderSheetPdf } from './document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of quarterly sheets. */
export default async function renderInThread(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return await renderSheetPdf(sheets.map(withLogoBuffer))
}
