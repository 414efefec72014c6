import type { Author } from '../../ground/actor.ts'
import { newId } from '../../ground/ids.ts'

export type EventType =
  | 'assessment.started'
  | 'assessment.completed'
  | 'assessment.failed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'partner.activated'
  | 'partner.suspended'
  | 'key.created'
  | 'key.revoked'

/** Whose log an event or an audit row belongs to. */
export interface Owner {
  partnerId: string | null
  distributorId: string | null
}

export interface EventRow {
  id: string
  partner_id: string | null
  distributor_id: string | null
  type: EventType
  body: Buffer
  occurred_at: Date
}

/** News of these kinds goes to the distributor alone. */
const DISTRIBUTOR_ONLY: readonly EventType[] = ['partner.activated', 'partner.suspended']

/** One fact, one row, for partner and distributor; its body is what every delivery will carry, byte for byte. */
export function eventRow(owner: Owner, type: EventType, data: Record<string, unknown>, at: Date): EventRow {
  const id = newId('evt')
  return {
    id,
    partner_id: DISTRIBUTOR_ONLY.includes(type) ? null : owner.partnerId,
    distributor_id: owner.distributorId,
    type,
    body: Buffer.from(JSON.stringify({ id, type, timestamp: at.toISOString(), data })),
    occurred_at: at,
  }
}

/** The owner of what an actor does. */
export const ownerOf = (actor: Author & { partnerId: string; distributorId: string | null }): Owner => ({
  partnerId: actor.partnerId,
  distributorId: actor.distributorId,
})
