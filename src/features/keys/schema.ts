import { type Static, Type } from 'typebox'
import { Timestamp } from '../../api.ts'

const Slot = Type.Integer({ minimum: 1, maximum: 2 })

export const CreatedKey = Type.Object(
  { slot: Slot, key: Type.String({ description: 'The key in full; it cannot be read again.' }), createdAt: Timestamp },
  { title: 'CreatedKey' },
)
export type CreatedKey = Static<typeof CreatedKey>

export const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        slot: Slot,
        prefix: Type.String({ description: 'The first 12 characters.' }),
        last4: Type.String(),
        createdAt: Timestamp,
        lastUsedAt: Type.Optional(Timestamp),
        expiresAt: Type.Optional(Timestamp),
      }),
    ),
  },
  { title: 'KeyList' },
)
export type KeyList = Static<typeof KeyList>
