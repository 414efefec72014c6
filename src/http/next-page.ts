import type { FastifyReply, FastifyRequest } from 'fastify'
import { fields, text } from '../engine/json.ts'

/** Sends, with a page that has a `nextCursor`, the address of the next one as `Link: <…>; rel="next"` (RFC 8288). */
export function linkNextPage(baseUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const cursor = text(fields(payload).nextCursor)
    if (cursor !== undefined) {
      const next = new URL(request.url, baseUrl)
      next.searchParams.set('cursor', cursor)
      reply.header('Link', `<${next.href}>; rel="next"`)
    }
    return payload
  }
}
