import type { Connection } from '../../../platform/database/database.ts'
import type { Principal } from '../../../shared/actor.ts'
import { recordChanges } from '../../audit/service.ts'
import { toPartnerEvent } from './rules.ts'
import { type PartnerRow, updatePartnerStatus } from './store.ts'

/** Activates a partner in the caller's transaction. The partner must not be active yet. */
export async function setActive(tx: Connection, author: Principal, row: PartnerRow, at: Date): Promise<void> {
  await updatePartnerStatus(tx, row.id, 'active', at)
  await recordChanges(tx, author, at, [
    {
      action: 'partner.activated',
      subject: row.id,
      owner: { partnerId: row.id, distributorId: row.distributor_id },
      before: { status: row.status },
      after: { status: 'active' },
      event: { type: 'partner.activated', data: toPartnerEvent(row, 'active', at) },
    },
  ])
}
