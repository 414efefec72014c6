import type { FastifyReply, FastifyRequest } from 'fastify'
import { fields, text } from '../../shared/json.ts'

/**
 * Adds the URL of the next page to a page that has a `nextCursor`, as `Link: <…>; rel="next"` (RFC 8288). Its host is
 * always that of `baseUrl`, not the one that the request names.
 */
export function linkNextPage(baseUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const cursor = text(fields(payload).nextCursor)
    if (cursor !== undefined) reply.header('Link', `<${nextPage(baseUrl, request.url, cursor)}>; rel="next"`)
    return payload
  }
}

/** `target` matched a route, so its path contains only what routes and ids may contain. */
export function nextPage(baseUrl: string, target: string, cursor: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(target) ?? []
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  const url = new URL(baseUrl)
  // Sets the parts instead of resolving the target against the base: "//host" and "/\host" would replace the host.
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path.replace(/^[/\\]+/, '')}`
  url.search = parameters.toString()
  return url.href
}
