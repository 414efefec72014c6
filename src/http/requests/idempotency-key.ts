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
  const account = accountOf(request)
  if (account === undefined) return
  request.idempotency = {
    accountId: account,
    route: request.routeOptions.url ?? request.url,
    // A person never gets the outcome of a colleague's call, which may show a secret.
    key: request.person === undefined ? key : `${request.person.personId} ${key}`,
    requestHash: createHash('sha256')
      .update(JSON.stringify([request.url, request.body ?? null]))
      .digest(),
    onReplay: () => reply.header('Idempotency-Replayed', 'true'),
  }
}

/**
 * The account that a call is for, regardless of the caller, because the outcomes of an account are erased together. Undefined
 * for pages.
 */
function accountOf({ person, actor, distributor }: FastifyRequest): string | undefined {
  if (person !== undefined) return person.account.id
  const account: Principal | undefined = actor ?? distributor
  return account?.id
}
