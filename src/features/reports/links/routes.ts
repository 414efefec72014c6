import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { SESSION_COOKIE } from '../../people/sessions/rules.ts'
import { type Edition, isEdition } from '../content/edition.ts'
import { FORMATS, isThreaded } from '../formats/rules.ts'
import { renderEndedLinkPage } from '../html/ended-link-page.ts'
import { renderNoReportPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { getReportDownload, getReportPage } from './service.ts'

const Link = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
  link: Type.Optional(Type.String({ maxLength: 100 })),
  format: Type.Optional(Type.Enum([...FORMATS])),
  edition: Type.Optional(Type.String({ maxLength: 20 })),
  products: Type.Optional(Type.String({ maxLength: 200 })),
})

/** A PDF or a workbook takes up to a second of processor time, so a link gets only a few per minute. */
const PAGE_COST = 1
const THREAD_COST = 20

/** The page of a report, of a run or about a customer: for signed links and signed-in people. Register in a scope that reads cookies. */
export function reportRoutes(http: Http, app: App): void {
  http.get(
    '/reports/:id',
    {
      schema: { hide: true, params: Type.Object({ id: Type.String() }), querystring: Link },
      attachValidation: true,
      config: { linkCost: ({ query }) => (isThreaded(Object(query).format) ? THREAD_COST : PAGE_COST) },
    },
    async (request, reply) => {
      reply.headers(pageHeaders(reportPolicy()))
      try {
        const { edition: wanted, ...query } = request.validationError ? {} : request.query
        const edition = readEdition(wanted)
        const visitor = { ...query, ...(edition && { edition }), session: request.cookies[SESSION_COOKIE] }
        const { id } = request.params
        const { format = 'html' } = query
        const file = format === 'html' ? undefined : await getReportDownload(app, id, visitor, format, request.signal)
        if (file) {
          reply.headers({ 'Content-Type': file.contentType, 'Content-Disposition': file.disposition })
          return await reply.send(file.body)
        }
        const { page, policy } = await getReportPage(app, id, visitor, request.signal)
        return await reply.header('Content-Security-Policy', policy).send(page)
      } catch (error) {
        // An overloaded service must not look like a missing report.
        if (!(error instanceof Problem) || error.status >= 500) throw error
        if (error.status === 401) return reply.redirect(`/sign-in?${returnTo(request.params.id)}`, 303)
        if (error.code === 'LINK_ENDED') {
          return reply.code(error.status).send(renderEndedLinkPage())
        }
        if (error.status === 403) return reply.redirect('/suspended', 303)
        return reply.code(error.status).send(renderNoReportPage())
      }
    },
  )
}

/** INVALID_FIELD for an edition that does not exist. */
function readEdition(given: string | undefined): Edition | undefined {
  if (given === undefined || isEdition(given)) return given
  throw new Problem('INVALID_FIELD')
}

/** Without the query: it has nothing that would still help. */
const returnTo = (id: string) => new URLSearchParams({ next: `/reports/${encodeURIComponent(id)}` })
