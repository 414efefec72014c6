import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../api.ts'
import type { App } from '../../app.ts'
import { fields } from '../../shared/json.ts'

/** The end of the body of a list, which closes the array and the object around it. */
const END = ']}'

interface Begun {
  /** The key of the array. */
  name: string
  rest: AsyncIterable<unknown[]>
}

/**
 * Streams lists that have a `rest`: reads the next part when the client has received the previous one, and stops when
 * the client disconnects. If a later part fails, it closes the connection, because the status has already been sent.
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
    stream.on('error', (error) =>
      app.log.error({ event: 'http.stream.failed', error, requestId: request.id }, 'a streamed list failed'),
    )
    done(null, stream)
  })
}

/**
 * Writes the serialized beginning, then the items of each part, serialized in the same way, without the enclosing
 * object and array.
 */
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
