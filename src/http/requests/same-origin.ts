import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../shared/html/html.ts'
import { renderSmallPage, SMALL_PAGE_HEADERS } from '../../shared/html/small-page.ts'
import { Problem } from '../../shared/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether requests of this method change nothing. */
export const isSafe = (method: string): boolean => SAFE.has(method)

/**
 * Throws CROSS_SITE for a change that a page of another origin may have sent. Browsers send `Sec-Fetch-Site`, which pages
 * cannot set (W3C Fetch Metadata); older ones send only `Origin`. A request without either is no page's, and is refused too.
 */
export function requireSameOrigin(request: FastifyRequest, appUrl: string): void {
  if (isSafe(request.method)) return
  const { 'sec-fetch-site': site, origin, host } = request.headers
  if (site === 'same-origin') return
  const isOurs = origin !== undefined && (origin === new URL(appUrl).origin || origin === `https://${host}`)
  if (site !== undefined || !isOurs) throw new Problem('CROSS_SITE')
}

/** The same as a hook for pages: whoever sees the refusal gets a page. */
export function refuseForeignForms(appUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      requireSameOrigin(request, appUrl)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const page = renderSmallPage(
        'This form was not sent from our own page',
        html`<h1>This form was not sent from our own page</h1>
<p>Nothing was changed. <a href="/sign-in">Go to the sign-in page</a> and try again.</p>`,
      )
      await reply.code(error.status).headers(SMALL_PAGE_HEADERS).send(page)
    }
  }
}
