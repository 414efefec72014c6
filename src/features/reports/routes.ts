import { Type } from 'typebox'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { Problem } from '../../ground/problem.ts'
import { renderNoReport } from './pending.ts'
import { getReportPage } from './service.ts'
import { reportPolicy } from './style.ts'

const Link = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
})

/** The page of a report. There is no way in but a signed link. */
export function reportRoutes(http: Http, app: App): void {
  http.get(
    '/reports/:id',
    { schema: { hide: true, params: Type.Object({ id: Type.String() }), querystring: Link }, attachValidation: true },
    async (request, reply) => {
      reply.headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': reportPolicy(),
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
      })
      try {
        const { page, policy } = await getReportPage(
          app,
          request.params.id,
          request.validationError ? {} : request.query,
        )
        return await reply.header('Content-Security-Policy', policy).send(page)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return reply.code(error.status).send(renderNoReport())
      }
    },
  )
}
