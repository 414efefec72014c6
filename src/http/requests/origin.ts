import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../shared/actor.ts'

/** What the author of a change is recorded with: the request, its trace and its address. */
export function originOf({ id, ip, headers }: FastifyRequest): Pick<Principal, 'requestId' | 'traceId' | 'address'> {
  const traceId = readTraceId(headers.traceparent)
  return { requestId: id, address: ip, ...(traceId !== undefined && { traceId }) }
}

const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/

/** The trace id of a `traceparent` header (https://www.w3.org/TR/trace-context/); undefined if there is no valid one. */
export function readTraceId(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, more] = FORM.exec(header) ?? []
  // Only later versions may have more parts.
  return version === '00' && more !== undefined ? undefined : traceId
}
