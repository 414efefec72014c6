import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import type { LogOwner } from '../../events/rules.ts'
import type { Settlement } from '../rules.ts'
import { lockSettlement, updateSettlement } from './store.ts'

/** Changes the settlement terms of a partner; absent fields stay as they are. Throws NOT_FOUND. */
export async function changeSettlement(
  tx: Connection,
  author: Principal,
  owner: LogOwner & { partnerId: string },
  { currency, interval }: Partial<Settlement>,
  at: Date,
): Promise<void> {
  const { partnerId } = owner
  const before = await lockSettlement(tx, partnerId)
  if (!before) throw new Problem('NOT_FOUND')
  const after = { currency: currency ?? before.currency, interval: interval ?? before.interval }
  if (after.currency === before.currency && after.interval === before.interval) return
  const columns = { settlement_currency: after.currency, settlement_interval: after.interval }
  await updateSettlement(tx, partnerId, columns, at)
  await recordChanges(tx, author, at, [
    { action: 'partner.updated', subject: partnerId, owner, before: { billing: before }, after: { billing: after } },
  ])
}
