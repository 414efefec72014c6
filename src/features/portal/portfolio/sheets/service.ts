import type { App } from '../../../../app.ts'
import type { Actor } from '../../../../shared/actor.ts'
import { attachmentDisposition } from '../../../../shared/http/content-disposition.ts'
import { MAX_SHEETS } from '../../../../shared/portal/quarterly-sheets.ts'
import { Problem } from '../../../../shared/problem.ts'
import { getSheet, renderSheets } from '../../../reports/quarterly/service.ts'
import { listMatching } from '../service.ts'
import type { SheetsQuery } from './schema.ts'

export interface SheetsFile {
  body: Buffer
  disposition: string
}

/**
 * The quarterly sheets of the customers that match, by name, in one PDF. Those without a completed run by the end of the quarter are
 * left out. The signal ends the wait. Throws TOO_MANY, REPORT_NOT_READY if nobody is left, and what `getSheet` throws.
 */
export async function renderMatchingSheets(
  app: App,
  actor: Actor,
  { quarter, customerIds, ...filter }: SheetsQuery,
  signal?: AbortSignal,
): Promise<SheetsFile> {
  const matching = await listMatching(app, app.db, actor, { filter, customerIds: customerIds?.split(',') })
  if (matching.length > MAX_SHEETS) {
    const message = `${matching.length} customers match. One file has at most ${MAX_SHEETS} sheets: select fewer customers.`
    throw new Problem('TOO_MANY', { message })
  }
  const byName = matching.toSorted((one, other) => one.name.localeCompare(other.name))
  const sheets: Awaited<ReturnType<typeof getSheet>>[] = []
  // One after the other, so that one file takes no more memory than one sheet, and no more than one turn at a time.
  for (const { id } of byName) {
    const sheet = await getSheet(app, actor, { customerId: id, quarter }, signal).catch(unlessLeftOut)
    if (sheet) sheets.push(sheet)
  }
  if (sheets.length === 0) {
    const message = 'None of these customers had a completed run by the end of the quarter.'
    throw new Problem('REPORT_NOT_READY', { message })
  }
  const name = `Quarterly-sheets-${quarter}.pdf`
  return {
    body: await renderSheets(app, actor.partnerId, sheets, signal),
    disposition: attachmentDisposition(name, name),
  }
}

/** A customer that was deleted meanwhile, or has no completed run, must not prevent the sheets of others. */
function unlessLeftOut(error: unknown): undefined {
  if (error instanceof Problem && (error.code === 'REPORT_NOT_READY' || error.code === 'NOT_FOUND')) return undefined
  throw error
}
