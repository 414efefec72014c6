import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { IN_OWN_FRAME } from '../../../shared/html/framed-page.ts'
import { html } from '../../../shared/html/html.ts'
import { renderSmallPage, smallPagePolicy } from '../../../shared/html/small-page.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { Logo } from '../../brands/schema.ts'
import { SESSION_COOKIE } from '../../people/sessions/rules.ts'
import { PreviewForm } from './schema.ts'
import { checkLogo, renderBrandPreview } from './service.ts'

/** A logo of the largest size, as a form sends it. */
const FORM_MAX_BYTES = 400_000

/** What customers see in a look that is not stored, for a frame of the portal. Register where forms of our own pages alone are taken. */
export function brandPreviewPages(http: Http, app: App): void {
  http.post(
    '/brand/preview',
    { schema: { hide: true, body: PreviewForm }, bodyLimit: FORM_MAX_BYTES, attachValidation: true },
    async (request, reply) => {
      reply.headers(pageHeaders(smallPagePolicy("'none'", IN_OWN_FRAME)))
      try {
        if (request.validationError) throw new Problem('INVALID_FIELD')
        const { page, policy } = await renderBrandPreview(app, request.cookies[SESSION_COOKIE], request.body)
        return await reply.header('Content-Security-Policy', policy).send(page)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        return reply.code(error.status).send(
          renderSmallPage(
            'No preview',
            html`<h1>No preview</h1>
<p>${error.message}</p>`,
          ),
        )
      }
    },
  )
}

/** Checks a logo before it is stored. Register behind a session of a partner. */
export function logoRoutes(http: Http, app: App): void {
  http.post(
    '/brand/logo',
    { config: { role: 'admin' }, schema: { body: Logo, response: { 200: Logo, ...problems(...BODY_PROBLEMS) } } },
    ({ actor, body }) => checkLogo(app, actor.partnerId, body),
  )
}
