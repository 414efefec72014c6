import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { setSession } from '../sign-in/requests.ts'
import { NewVisit } from './schema.ts'
import { startVisit } from './service.ts'

/** Visits to a distributor's partners. Register behind a session, for distributors; the visitor's session ends them. */
export function partnersVisitRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/visits',
    {
      config: { role: 'technician', strong: true },
      schema: {
        params: Type.Object({ id: Type.String() }),
        body: NewVisit,
        response: {
          201: Type.Object({ next: Type.String() }),
          ...problems('NOT_FOUND', 'PARTNER_INACTIVE', ...BODY_PROBLEMS),
        },
      },
    },
    async ({ person, distributor, params, body }, reply) => {
      const token = await startVisit(app, person, distributor, params.id, body)
      return setSession(reply, token).code(201).send({ next: '/' })
    },
  )
}
