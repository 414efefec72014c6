import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { DeletionEffects } from './schema.ts'
import { getDeletionEffects } from './service.ts'

/** What people see before they delete a customer. Register behind a session. */
export function deletionEffectRoutes(http: Http, app: App): void {
  http.get(
    '/customers/:id/deletion-effects',
    { schema: { params: Type.Object({ id: Type.String() }), response: { 200: DeletionEffects } } },
    (request) => getDeletionEffects(app, request.actor, request.params.id),
  )
}
