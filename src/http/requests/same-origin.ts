import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../shared/html/html.ts'
import { renderSmallPage, SMALL_PAGE_HEADERS } from '../../shared/html/small-page.ts'
import { Problem } from '../../shared/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether requests of this method change nothing. */
export const isSafe = (method: string): boolean => SAFE.has(method)

/**
 * Refuses changes that another site's page sends with our cookie (CSRF): throws CROSS_SITE unless the browser says that the
 * request comes from our own origin. Browsers without Sec-Fetch-Site send Origin with every unsafe request.
 */
export function requireSameOrigin(appUrl: string): (request: FastifyRequest) => void {
  const ownOrigin = new URL(appUrl).origin
  return ({ method, headers, host }) => {
    if (isSafe(method)) return
    const site = headers['sec-fetch-site']
    const isOwn =
      site === undefined ? [ownOrigin, `https://${host}`].includes(headers.origin ?? '') : site === 'same-origin'
    if (!isOwn) throw new Problem('CROSS_SITE')
  }
}

/** Like `requireSameOrigin`, as a hook for pages: people who are refused see a page. */
export function refuseForeignForms(appUrl: string) {
  const check = requireSameOrigin(appUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      check(request)
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
