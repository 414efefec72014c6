import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { sendReportFile } from '../formats/send-file.ts'
import { Quarters, SheetQuery } from './schema.ts'
import { getSheetFile, listSheetQuarters } from './service.ts'

const params = Type.Object({ id: Type.String() })

/** Quarterly sheets of a partner's own customers. Register behind a session. */
export function quarterlySheetRoutes(http: Http, app: App): void {
  http.get('/customers/:id/quarters', { schema: { params, response: { 200: Quarters } } }, (request) =>
    listSheetQuarters(app, request.actor, request.params.id),
  )

  http.get(
    '/customers/:id/quarterly-sheet',
    {
      schema: {
        params,
        querystring: SheetQuery,
        response: { ...problems('NOT_FOUND', 'INVALID_FIELD', 'INVALID_PRODUCT', 'REPORT_NOT_READY') },
      },
    },
    async ({ actor, params, query, headers, signal }, reply) => {
      const file = await getSheetFile(app, actor, params.id, query, signal)
      // The page is shown in a frame of the portal, so it must not be offered as a download.
      return file.policy === undefined
        ? sendReportFile(reply, file, headers['if-none-match'])
        : await reply.headers(pageHeaders(file.policy)).send(file.body)
    },
  )
}
