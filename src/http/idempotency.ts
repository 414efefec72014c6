import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Author } from '../shared/actor.ts'
import { Problem } from '../shared/problem.ts'

const KEY_MOST_CHARACTERS = 255

/** Takes note of the Idempotency-Key of a POST; the use case gives the outcome of an earlier call under it. */
export function noteIdempotencyKey(request: FastifyRequest): void {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method !== 'POST') return
  if (typeof key !== 'string' || key.length < 1 || key.length > KEY_MOST_CHARACTERS) {
    const message = `Idempotency-Key must have 1 to ${KEY_MOST_CHARACTERS} characters.`
    throw new Problem('INVALID_FIELD', {
      message,
      details: [{ field: 'Idempotency-Key', code: 'INVALID_FIELD', message }],
    })
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.url, request.body ?? null]))
    .digest()
  const author = authorOf(request)
  if (!author) return
  author.once = { key, route: request.routeOptions.url ?? request.url, requestHash, replayed: false }
}

/** Who was let in; nobody on pages and where the key was refused. */
const authorOf = (request: FastifyRequest): Author | undefined => request.actor ?? request.distributor

/** Says that an answer is that of an earlier call. */
export function tellReplay(request: FastifyRequest, reply: FastifyReply): void {
  if (authorOf(request)?.once?.replayed) reply.header('Idempotency-Replayed', 'true')
}
