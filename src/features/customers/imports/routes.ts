import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { NewCustomer } from '../schema.ts'
import { ImportPreview, ImportRows, MAX_IMPORT_ROWS, Workbook, WorkbookFile } from './schema.ts'
import { getWorkbookRows, previewImport } from './service.ts'

/** What the portal needs to import a file of customers, beside the call that creates many. */
export function importRoutes(http: Http, app: App): void {
  http.post('/customers/import/workbook', { schema: { body: WorkbookFile, response: { 200: Workbook } } }, (request) =>
    getWorkbookRows(app, request.actor, request.body.data),
  )

  http.post(
    '/customers/import/preview',
    { schema: { body: ImportRows, response: { 200: ImportPreview } } },
    (request) => {
      const { customers } = request.body
      if (customers.length > MAX_IMPORT_ROWS)
        throw new Problem('TOO_MANY', {
          message: `A file can have at most ${MAX_IMPORT_ROWS} rows; this one has ${customers.length}.`,
        })
      return previewImport(
        app,
        request.actor,
        customers.map((row) => request.validateRow(NewCustomer, row)),
      )
    },
  )
}
