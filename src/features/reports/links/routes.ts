import { type Static, Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { SESSION_COOKIE } from '../../people/sessions/rules.ts'
import { isEdition } from '../content/edition.ts'
import { ADDRESSES } from '../content/words/addresses.ts'
import { isFormat, isThreaded } from '../formats/rules.ts'
import { renderChoicePage } from '../html/choice-page.ts'
import { renderEndedLinkPage } from '../html/ended-link-page.ts'
import { toSearchText } from '../html/frame/search.ts'
import { renderNoReportPage } from '../html/pending-page.ts'
import { reportPolicy } from '../html/style.ts'
import { getReportAt } from './service.ts'

const Address = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
  link: Type.Optional(Type.String({ maxLength: 100 })),
  format: Type.Optional(Type.String({ maxLength: 20 })),
  edition: Type.Optional(Type.String({ maxLength: 20 })),
  products: Type.Optional(Type.String({ maxLength: 200 })),
  // Cut and not refused: a refused address would lose its credentials.
  q: Type.Optional(Type.String()),
})

/** A PDF or a workbook takes up to a second of processor time, so a link gets only a few per minute. */
const PAGE_COST = 1
const THREAD_COST = 20

/** The page of a report, of a run or about a customer: for signed links and signed-in people. Register in a scope that reads cookies. */
export function reportRoutes(http: Http, app: App): void {
  http.get(
    '/reports/:id',
    {
      schema: { hide: true, params: Type.Object({ id: Type.String() }), querystring: Address },
      attachValidation: true,
      config: { linkCost: ({ query }) => (isThreaded(Object(query).format) ? THREAD_COST : PAGE_COST) },
    },
    async (request, reply) => {
      reply.headers(pageHeaders(reportPolicy()))
      const { id } = request.params
      const query = request.validationError ? {} : request.query
      try {
        const visitor = { ...query, session: request.cookies[SESSION_COOKIE] }
        const answer = await getReportAt(app, id, visitor, request.signal)
        if ('file' in answer) {
          const { contentType, disposition, body } = answer.file
          return await reply.headers({ 'Content-Type': contentType, 'Content-Disposition': disposition }).send(body)
        }
        const { status = 200, page, policy } = answer
        return await reply.code(status).header('Content-Security-Policy', policy).send(page)
      } catch (error) {
        // An overloaded service must not look like a missing report.
        if (!(error instanceof Problem) || error.status >= 500) throw error
        if (error.status === 401) return reply.redirect(`/sign-in?${returnTo(id, query)}`, 303)
        if (error.code === 'LINK_ENDED') return reply.code(error.status).send(renderEndedLinkPage(editionAsked(query)))
        if (error.code === 'REPORT_NOT_READY') {
          return reply.code(error.status).send(renderChoicePage('notYet', [[ADDRESSES.notYet.next, '']]))
        }
        if (error.code === 'INVALID_PRODUCT') {
          const choices = [[ADDRESSES.unknownProduct.next, '?']] as const
          return reply.code(error.status).send(renderChoicePage('unknownProduct', choices))
        }
        if (error.status === 403) return reply.redirect('/suspended', 303)
        return reply.code(error.status).send(renderNoReportPage())
      }
    },
  )
}

/** What an address asks for, as a page; without anything that does not exist. */
function editionAsked({ edition, products, q }: Static<typeof Address>): URLSearchParams {
  const text = toSearchText(q)
  return new URLSearchParams({
    ...(isEdition(edition) && { edition }),
    ...(products !== undefined && { products }),
    ...(text !== '' && { q: text }),
  })
}

/** The same address with what it asks for, without credentials that did not help, and without anything that does not exist. */
function returnTo(id: string, { format, ...query }: Static<typeof Address>): URLSearchParams {
  const asked = editionAsked(query)
  if (isFormat(format)) asked.set('format', format)
  return new URLSearchParams({ next: `/reports/${encodeURIComponent(id)}${asked.size > 0 ? `?${asked}` : ''}` })
}
