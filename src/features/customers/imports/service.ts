import type { App } from '../../../app.ts'
import { IsolatedFailure, type IsolatedTask } from '../../../platform/isolation/isolated-pool.ts'
import type { Actor } from '../../../shared/actor.ts'
import { fields, list, text } from '../../../shared/json.ts'
import { Problem } from '../../../shared/problem.ts'
import { customersMaxOf } from '../service.ts'
import { findRowProblems, tenantsOf, type ValidatedRow } from './rules.ts'
import { type ImportPreview, MAX_IMPORT_ROWS, type Workbook } from './schema.ts'
import { findKnownTenants } from './store.ts'

/** Returns the rows of a workbook, or undefined if it cannot be read. */
const READ: IsolatedTask<Workbook['rows'] | undefined> = {
  file: new URL('./workbook/read-thread.ts', import.meta.url),
  deadlineMs: 10_000,
  parse: (output) =>
    output === undefined
      ? undefined
      : list(output).map((row) => ({
          number: Number(fields(row).number),
          cells: list(fields(row).cells).map((cell) => text(cell) ?? ''),
        })),
}

/** The rows of an XLSX file, given as base64. INVALID_FIELD if it cannot be read, SERVICE_UNAVAILABLE if too many files wait. */
export async function getWorkbookRows(app: App, { partnerId }: Actor, data: string): Promise<Workbook> {
  const rows = await app.isolated
    // A copy: a small Buffer shares its memory with others, which would be sent along.
    .run(
      READ,
      { bytes: new Uint8Array(Buffer.from(data, 'base64')), maxRows: MAX_IMPORT_ROWS + 1 },
      { owner: partnerId },
    )
    .catch((error: unknown) => {
      if (!(error instanceof IsolatedFailure)) throw error
      app.log.warn({ event: 'import.reader.failed', error, partnerId }, 'a workbook broke the reader')
      return undefined
    })
  if (!rows) throw unreadable()
  return { rows }
}

function unreadable(): Problem {
  const message =
    'The file cannot be read as an Excel workbook (.xlsx). Open it and save it again without a password, or save it as CSV.'
  return new Problem('INVALID_FIELD', { message, details: [{ field: 'data', code: 'INVALID_FIELD', message }] })
}

/**
 * What would prevent these rows from becoming customers, and how many more customers the limit allows. Changes nothing.
 */
export async function previewImport(app: App, actor: Actor, rows: readonly ValidatedRow[]): Promise<ImportPreview> {
  const { customers, known } = await findKnownTenants(app.db, actor.partnerId, tenantsOf(rows))
  return { problems: findRowProblems(rows, known), customers, limit: customersMaxOf(app, actor) }
}
