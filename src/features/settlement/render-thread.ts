import { renderPdf, type StatementInput } from './document.ts'

/** Runs in a thread of the isolated pool: renders the PDF of a statement. */
export default async function renderInThread(statement: StatementInput): Promise<Uint8Array> {
  return await renderPdf(statement)
}
