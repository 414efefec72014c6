import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { ComparisonQuery, RunComparison } from './schema.ts'
import { getComparison } from './service.ts'

/** Only the portal has it: programs read the difference to the run before in the report. */
export function comparisonRoutes(http: Http, app: App): void {
  http.get(
    '/assessments/:id/comparison',
    {
      schema: {
        params: Type.Object({ id: Type.String() }),
        querystring: ComparisonQuery,
        response: { 200: RunComparison },
      },
    },
    (request) => getComparison(app, request.actor, request.params.id, request.query.with),
  )
}
