import { Type } from 'typebox'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { Problem } from '../../ground/problem.ts'
import { getLinkedPdf } from './formats/service.ts'
import { renderNoReport } from './pending.ts'
import { getReportPage } from './service.ts'
import { REPORT_POLICY } from './style.ts'

const Link = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
  format: Type.Optional(Type.Enum(['html', 'pdf'])),
})

/** The page of a report. There is no way in but a signed link. */
export function reportRoutes(http: Http, app: App): void {
  http.get(
    '/reports/:id',
    { schema: { hide: true, params: Type.Object({ id: Type.String() }), querystring: Link }, attachValidation: true },
    async (request, reply) => {
      reply.headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': REPORT_POLICY,
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
      })
      try {
        const link = request.validationError ? {} : request.query
        const pdf = link.format === 'pdf' ? await getLinkedPdf(app, request.params.id, link) : undefined
        if (pdf) {
          reply.headers({ 'Content-Type': pdf.contentType, 'Content-Disposition': pdf.disposition })
          return reply.send(pdf.body)
        }
        return await getReportPage(app, request.params.id, link)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return reply.code(error.status).send(renderNoReport())
      }
    },
  )
}
