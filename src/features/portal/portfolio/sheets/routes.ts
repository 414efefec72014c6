import { type Http, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { SheetsQuery } from './schema.ts'
import { renderMatchingSheets } from './service.ts'

/** Quarterly sheets of many customers. Register behind a session. */
export function portfolioSheetRoutes(http: Http, app: App): void {
  http.get(
    '/portfolio/quarterly-sheets',
    {
      schema: { querystring: SheetsQuery, response: { ...problems('INVALID_FIELD', 'TOO_MANY', 'REPORT_NOT_READY') } },
    },
    async ({ actor, query, signal }, reply) => {
      const { body, disposition } = await renderMatchingSheets(app, actor, query, signal)
      return await reply
        .headers({
          'Content-Type': 'application/pdf',
          'Content-Disposition': disposition,
          'Cache-Control': 'private, no-cache',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(body)
    },
  )
}
