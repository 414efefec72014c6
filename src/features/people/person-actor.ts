import type { FastifyRequest } from 'fastify'
import type { PersonSession, Principal } from '../../shared/actor.ts'

/** The signed-in person of a request, and what the audit says of them. */
export function toPersonActor({ person: session, id, ip }: Pick<FastifyRequest, 'person' | 'id' | 'ip'>): {
  session: PersonSession
  author: Principal
} {
  const { personId, account } = session
  return {
    session,
    author: { kind: 'person', id: personId, accountId: account.id, requestId: id, address: ip },
  }
}
