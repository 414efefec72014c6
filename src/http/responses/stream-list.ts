import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { fields } from '../../shared/json.ts'

/** What closes the body of a list: the array and the object around it. */
const END = ']}'

interface Begun {
  /** The key of the array. */
  name: string
  rest: AsyncIterable<unknown[]>
}

/**
 * Sends lists that have a `rest` as they are read: the next part is asked for when the client has taken the one before,
 * and no longer when it is gone. What fails on the way breaks the connection off, as the status is sent by then.
 */
export function streamLists(http: Http, app: App): void {
  const begun = new WeakMap<FastifyRequest, Begun>()
  http.addHook('preSerialization', (request, _reply, payload, done) => {
    const { rest } = fields(payload)
    if (isParts(rest)) {
      const [name = ''] = Object.entries(fields(payload)).find(([, value]) => Array.isArray(value)) ?? []
      begun.set(request, { name, rest })
    }
    done(null, payload)
  })
  http.addHook('onSend', (request, reply, payload, done) => {
    const list = begun.get(request)
    if (!list || typeof payload !== 'string') return done(null, payload)
    const stream = Readable.from(write(payload, list, reply), { objectMode: false })
    stream.on('error', (error) => app.log.error({ error, requestId: request.id }, 'a list was broken off'))
    done(null, stream)
  })
}

/** The beginning as it was serialised, then each part by the same serialiser without what stands around its items. */
async function* write(beginning: string, { name, rest }: Begun, reply: FastifyReply): AsyncGenerator<string, void> {
  const serialize = reply.getSerializationFunction(String(reply.statusCode))
  if (!serialize || !beginning.endsWith(END)) throw new Error('a list cannot be written in parts')
  const opening = serialize({ [name]: [] }).length - END.length
  yield beginning.slice(0, -END.length)
  for await (const items of rest) {
    if (items.length > 0) yield `,${serialize({ [name]: items }).slice(opening, -END.length)}`
  }
  yield END
}

const isParts = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
