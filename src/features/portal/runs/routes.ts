import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { CustomersRuns, RunFileQuery, RunListQuery } from './schema.ts'
import { composeRunFile, getCustomersRuns } from './service.ts'

/** The runs of all customers of a partner, and as a file. */
export function customersRunRoutes(http: Http, app: App): void {
  http.get(
    '/portfolio/runs',
    { schema: { querystring: RunListQuery, response: { 200: CustomersRuns, ...problems('INVALID_FIELD') } } },
    (request) => getCustomersRuns(app, request.actor, request.query),
  )

  http.get('/portfolio/runs/file', { schema: { querystring: RunFileQuery } }, async (request, reply) => {
    const file = composeRunFile(app, request.actor, request.query)
    file.on('error', (error) =>
      app.log.error({ event: 'http.stream.failed', error, requestId: request.id }, 'a streamed file failed'),
    )
    return await reply
      .headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="runs.csv"',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(file)
  })
}
