import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { ChangedFindings, FindingProgressChange, FindingProgressList, FindingProgressQuery } from './schema.ts'
import { changeFindingProgress, getFindingProgress } from './service.ts'

const params = Type.Object({ id: Type.String() })

/** Only the portal has it: people plan repairs, programs read findings. */
export function remediationRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/findings/progress',
    { schema: { params, querystring: FindingProgressQuery, response: { 200: FindingProgressList } } },
    ({ actor, params: { id }, query }) => getFindingProgress(app, actor, id, query.product),
  )

  http.put(
    '/customers/:id/findings/progress',
    { schema: { params, body: FindingProgressChange, response: { 200: ChangedFindings } } },
    ({ actor, params: { id }, body }) => changeFindingProgress(app, actor, id, body),
  )
}
