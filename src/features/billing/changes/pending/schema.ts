import { Type } from 'typebox'
import { SETTLEMENT_CURRENCIES, SETTLEMENT_INTERVALS } from '../../../../shared/money/prices.ts'

/** Who asked for a pending change, as it is stored. */
export const StoredAuthor = Type.Object({
  kind: Type.Enum(['partner', 'distributor', 'person', 'operator', 'system', 'recipient', 'administrator']),
  id: Type.String(),
  accountId: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
})

/** The settlement that changes with the plan, as it is stored. */
export const StoredSettlement = Type.Object({
  currency: Type.Optional(Type.Enum([...SETTLEMENT_CURRENCIES])),
  interval: Type.Optional(Type.Enum([...SETTLEMENT_INTERVALS])),
})
