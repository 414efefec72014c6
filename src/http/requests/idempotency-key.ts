import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../shared/actor.ts'
import { Problem } from '../../shared/problem.ts'

const MAX_KEY_CHARACTERS = 255

/** Reads the Idempotency-Key of a POST; the use case returns the outcome of an earlier call with the same key. */
export function readIdempotencyKey(request: FastifyRequest, reply: FastifyReply): void {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method !== 'POST') return
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY_CHARACTERS) {
    const message = `Idempotency-Key must have 1 to ${MAX_KEY_CHARACTERS} characters.`
    throw new Problem('INVALID_FIELD', {
      message,
      details: [{ field: 'Idempotency-Key', code: 'INVALID_FIELD', message }],
    })
  }
  // Pages have no account.
  const account: Principal | undefined = request.actor ?? request.distributor
  if (!account) return
  request.idempotency = {
    accountId: account.id,
    route: request.routeOptions.url ?? request.url,
    key,
    requestHash: createHash('sha256')
      .update(JSON.stringify([request.url, request.body ?? null]))
      .digest(),
    onReplay: () => reply.header('Idempotency-Replayed', 'true'),
  }
}
