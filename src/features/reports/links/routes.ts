import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { renderNoReportPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { getLinkedPdf, getReportPage } from './service.ts'

const Link = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
  format: Type.Optional(Type.Enum(['html', 'pdf'])),
})

/** A PDF takes a second of processor time, so a link gets only a few per minute. */
const PAGE_COST = 1
const PDF_COST = 20

/** The page of a report, for signed links only. */
export function reportRoutes(http: Http, app: App): void {
  http.get(
    '/reports/:id',
    {
      schema: { hide: true, params: Type.Object({ id: Type.String() }), querystring: Link },
      attachValidation: true,
      config: { linkCost: ({ query }) => (Object(query).format === 'pdf' ? PDF_COST : PAGE_COST) },
    },
    async (request, reply) => {
      reply.headers(pageHeaders(reportPolicy()))
      try {
        const link = request.validationError ? {} : request.query
        const pdf = link.format === 'pdf' ? await getLinkedPdf(app, request.params.id, link, request.signal) : undefined
        if (pdf) {
          reply.headers({ 'Content-Type': pdf.contentType, 'Content-Disposition': pdf.disposition })
          return await reply.send(pdf.body)
        }
        const { page, policy } = await getReportPage(app, request.params.id, link)
        return await reply.header('Content-Security-Policy', policy).send(page)
      } catch (error) {
        // An overloaded service must not look like a missing report.
        if (!(error instanceof Problem) || error.status >= 500) throw error
        return reply.code(error.status).send(renderNoReportPage())
      }
    },
  )
}
