import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { toPersonActor } from '../rules.ts'
import { Preferences } from './schema.ts'
import { setPreferences } from './service.ts'

/** What people choose for themselves, whatever their role. The session has it. Register behind a session. */
export function preferenceRoutes(http: Http, app: App): void {
  http.put(
    '/me/preferences',
    {
      config: { role: 'reader' },
      schema: { body: Preferences, response: { 204: Type.Null(), ...problems(...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      const { person, ip, id, body } = request
      await setPreferences(app, toPersonActor(person, { address: ip, requestId: id }), body)
      return reply.code(204).send(null)
    },
  )
}
