import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { fields, list, text } from '../../src/shared/json.ts'

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
}

/** A collector of spans, which receives them by OTLP over HTTP. */
export async function startCollector() {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    bodies.push(request.url === '/v1/traces' ? await json(request) : request.url)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    text: () => JSON.stringify(bodies),
    spans: (): ReceivedSpan[] =>
      bodies
        .flatMap((body) => list(fields(body).resourceSpans))
        .flatMap((resource) => list(fields(resource).scopeSpans))
        .flatMap((scope) => list(fields(scope).spans))
        .map(fields)
        .map(({ name, traceId, spanId, parentSpanId }) => ({
          name: text(name) ?? '',
          traceId: text(traceId) ?? '',
          spanId: text(spanId) ?? '',
          parentSpanId: text(parentSpanId) ?? '',
        })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
