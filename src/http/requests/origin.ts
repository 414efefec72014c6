import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../shared/actor.ts'
import { readTraceparent } from '../../shared/tracing/trace-context.ts'

/** The fields of a request that are recorded with the author of a change: its id, trace and address. */
export function originOf(request: FastifyRequest): Pick<Principal, 'requestId' | 'traceparent' | 'address'> {
  const { id, ip, span, headers } = request
  const traceparent = span?.traceparent ?? headers.traceparent
  const isTraced = typeof traceparent === 'string' && readTraceparent(traceparent) !== undefined
  return { requestId: id, address: ip, ...(isTraced && { traceparent }) }
}

/** The trace of a request, for log entries: that of its span, or the one that the caller sent; undefined without any. */
export const traceIdOf = ({ span, headers }: Pick<FastifyRequest, 'span' | 'headers'>): string | undefined =>
  readTraceparent(span?.traceparent ?? headers.traceparent)?.traceId
