import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { back, createAdmission, originOf, productOf } from '../requests.ts'
import { MAX_SMALL_FORM_BYTES, partOf } from '../rules.ts'
import { findVisit, isSignedIn, type Visit } from '../service.ts'
import { shareVisit } from './service.ts'

const params = Type.Object({ token: Type.String() })
const Colleague = Type.Object({
  email: Type.String({ format: 'email' }),
  section: Type.Optional(Type.String({ maxLength: 200 })),
})

/** The form that asks a colleague for help. Register in a scope that reads cookies and forms. */
export function sharingRoutes(http: Http, app: App): void {
  const { requireVisit, requireSession, visitOf } = createAdmission<Visit>({
    appUrl: app.appUrl,
    findVisit: (token) => findVisit(app, token),
    isSignedIn: (visit, session) => isSignedIn(app, visit, session),
  })

  http.post(
    '/q/:token/colleague',
    {
      schema: { hide: true, params, body: Colleague },
      attachValidation: true,
      bodyLimit: MAX_SMALL_FORM_BYTES,
      onRequest: [requireVisit, requireSession],
    },
    async (request, reply) => {
      if (request.validationError) return back(request, reply, { notice: 'address' })
      const { email, section = '' } = request.body
      const visit = visitOf(request)
      const part = partOf(visit, productOf(request))
      const notice = await shareVisit(app, visit, part, { email, section }, originOf(request))
      return back(request, reply, { notice })
    },
  )
}
