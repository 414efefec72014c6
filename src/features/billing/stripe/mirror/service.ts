import type { Connection } from '../../../../platform/database/database.ts'
import { findMirror, type MirrorRow } from './store.ts'

/** Our copy of the partner's subscription at Stripe; it must exist. */
export async function requireMirror(db: Connection, partnerId: string): Promise<MirrorRow> {
  const mirror = await findMirror(db, partnerId)
  if (!mirror) throw new Error(`the partner ${partnerId} has no subscription at Stripe`)
  return mirror
}
