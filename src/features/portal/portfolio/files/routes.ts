import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { FileQuery } from './schema.ts'
import { renderPortfolioFile } from './service.ts'

/** Files of the list of customers. Register behind a session. */
export function portfolioFileRoutes(http: Http, app: App): void {
  http.get('/portfolio/file', { schema: { querystring: FileQuery } }, async ({ actor, query, signal }, reply) => {
    const { contentType, disposition, body } = await renderPortfolioFile(app, actor, query, signal)
    return await reply
      .headers({
        'Content-Type': contentType,
        'Content-Disposition': disposition,
        'Cache-Control': 'private, no-cache',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(body)
  })
}
