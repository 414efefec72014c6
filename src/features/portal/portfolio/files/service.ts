import type { App } from '../../../../app.ts'
import type { IsolatedTask } from '../../../../platform/isolation/isolated-pool.ts'
import type { Actor } from '../../../../shared/actor.ts'
import { toCsv } from '../../../../shared/files/csv.ts'
import type { SheetContent } from '../../../../shared/files/xlsx/workbook.ts'
import { attachmentDisposition } from '../../../../shared/http/content-disposition.ts'
import { isSortColumn, SORT_KEYS } from '../../../../shared/portal/portfolio-sort.ts'
import { sortRows } from '../../../../shared/portal/sort-rows.ts'
import { listMatchingWithGroups } from '../service.ts'
import { FILE_COLUMNS, toFileRows } from './columns.ts'
import type { FileQuery } from './schema.ts'

export interface PortfolioFile {
  contentType: string
  disposition: string
  body: string | Buffer
}

const XLSX: IsolatedTask<Buffer> = {
  file: new URL('./render-thread.ts', import.meta.url),
  deadlineMs: 60_000,
  parse: (output) => {
    if (!(output instanceof Uint8Array)) throw new TypeError('expected the bytes of a workbook')
    return Buffer.from(output.buffer, output.byteOffset, output.byteLength)
  },
}

/** The customers that match, in the order of the list, for a spreadsheet. The signal ends the wait for a workbook. */
export async function renderPortfolioFile(
  app: App,
  actor: Actor,
  { format, sort = 'status', down, ...filter }: FileQuery,
  signal?: AbortSignal,
): Promise<PortfolioFile> {
  const at = app.now()
  const { customers, groupNames } = await listMatchingWithGroups(app, app.db, actor, { filter })
  const about = { product: filter.product, now: at }
  const keyOf = SORT_KEYS[isSortColumn(sort) ? sort : 'status']
  const ordered = sortRows(customers, (customer) => keyOf(customer, about), down !== undefined)
  const rows = toFileRows(ordered, filter.product, groupNames)
  const name = `Customers-${at.toISOString().slice(0, 10)}.${format}`
  const disposition = attachmentDisposition(name, name)
  if (format === 'csv') {
    const body = toCsv([FILE_COLUMNS.map(({ title }) => title), ...rows])
    return { contentType: 'text/csv; charset=utf-8', disposition, body }
  }
  const columns = FILE_COLUMNS.map(({ title, width }) => ({ title, width }))
  const sheet: SheetContent = { name: 'Customers', columns, rows }
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    disposition,
    body: await app.isolated.run(XLSX, { sheet, at }, { owner: actor.partnerId, signal }),
  }
}
