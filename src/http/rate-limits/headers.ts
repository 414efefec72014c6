import type { FastifyReply } from 'fastify'
import type { RateState } from './exact.ts'

/** Sets the fields of the IETF draft "RateLimit header fields for HTTP"; `rate` is per minute. */
export function setRateHeaders(
  reply: FastifyReply,
  policy: string,
  rate: number,
  state: Omit<RateState, 'allowed'>,
): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${rate};w=60`)
  reply.header('RateLimit', `"${policy}";r=${state.remaining};t=${state.resetS}`)
}
