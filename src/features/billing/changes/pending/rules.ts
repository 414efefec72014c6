import type { Selectable } from 'kysely'
import type { PlanChanges } from '../../../../platform/database/tables.gen.ts'
import type { PendingChange } from '../../../../platform/payments/processor.ts'
import { storedJson } from '../../../../platform/stored-json.ts'
import type { Principal } from '../../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import type { Settlement } from '../../rules.ts'
import { StoredAuthor, StoredSettlement } from './schema.ts'

/** How long a lease on a change lasts. Much longer than carrying it out may take. */
export const LEASE_MS = 120_000

/** A change that is pending for longer than this needs the operator: it has been repeated several times by then. */
export const LONG_PENDING_MS = 600_000

/** A pending change with everything that recording it needs. */
export interface StoredChange extends PendingChange {
  author: Principal
  leasedUntil: Date
  settlement?: Partial<Settlement>
  idempotency?: IdempotencyContext
}

const AUTHOR = storedJson(StoredAuthor)
const SETTLEMENT = storedJson(StoredSettlement)

/** Throws if the row is not pending. */
export function toStoredChange(row: Selectable<PlanChanges>): StoredChange {
  const { id, plan, billing, currency, leased_until } = row
  const { before_plan, before_billing, before_currency, before_period_end } = row
  const isComplete = billing && currency && leased_until
  if (!isComplete || !before_plan || !before_billing || !before_currency || !before_period_end) {
    throw new Error(`the plan change ${id} is not pending`)
  }
  const { idempotency_account: accountId, idempotency_route: route, idempotency_key: key, request_hash } = row
  return {
    id,
    partnerId: row.partner_id,
    requestedAt: row.requested_at,
    before: { plan: before_plan, billing: before_billing, currency: before_currency, periodEnd: before_period_end },
    after: { plan, billing, currency },
    isRepeat: row.attempts > 1,
    author: AUTHOR.parse(row.author),
    leasedUntil: leased_until,
    ...(row.settlement !== null && { settlement: SETTLEMENT.parse(row.settlement) }),
    ...(accountId !== null &&
      route !== null &&
      key !== null &&
      request_hash !== null && { idempotency: { accountId, route, key, requestHash: request_hash } }),
  }
}

/** An actor without the account that it acts on. */
export const toStoredAuthor = ({ kind, id, accountId, requestId, address }: Principal): Principal => ({
  kind,
  id,
  ...(accountId !== undefined && { accountId }),
  ...(requestId !== undefined && { requestId }),
  ...(address !== undefined && { address }),
})

export const toKeyColumns = ({ accountId, route, key, requestHash }: IdempotencyContext) => ({
  idempotency_account: accountId,
  idempotency_route: route,
  idempotency_key: key,
  request_hash: requestHash,
})
