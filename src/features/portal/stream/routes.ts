import type { Http } from '../../../api.ts'
import { SESSION_COOKIE } from '../../people/sessions/rules.ts'
import { STREAM_HEADERS } from './rules.ts'
import type { Streams } from './service.ts'

/** What changes while a page is open, as server-sent events. A HEAD request would read such an answer without end. */
export function streamRoutes(http: Http, streams: Streams): void {
  http.get('/stream', { exposeHeadRoute: false, config: { isStream: true } }, async (request, reply) => {
    const stream = await streams.open(request.person, request.cookies[SESSION_COOKIE])
    return await reply.headers(STREAM_HEADERS).send(stream)
  })
}
