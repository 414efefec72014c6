import { type Static, Type } from 'typebox'
import { Timestamp, timestamp } from '../../api.ts'

const Slot = Type.Integer({ minimum: 1, maximum: 2, examples: [2] })

export const CreatedKey = Type.Object(
  {
    slot: Slot,
    key: Type.String({
      description: 'The key in full; it cannot be read again.',
      examples: ['pk_live_EXAMPLEonly0EXAMPLEonly0EXAMPLEonly0Xm'],
    }),
    createdAt: Timestamp,
  },
  { title: 'CreatedKey' },
)
export type CreatedKey = Static<typeof CreatedKey>

export const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          slot: Slot,
          prefix: Type.String({ description: 'The first 12 characters.', examples: ['pk_live_EXAM'] }),
          last4: Type.String({ description: 'The last 4 characters.', examples: ['y0Xm'] }),
          createdAt: Timestamp,
          lastUsedAt: Type.Optional(timestamp('2026-05-06T09:30:00.000Z')),
          lastUsedAddress: Type.Optional(
            Type.String({
              description: 'The network address of that call; only the account itself sees it.',
              examples: ['203.0.113.7'],
            }),
          ),
          expiresAt: Type.Optional(timestamp('2027-05-04T00:00:00.000Z')),
        },
        { title: 'Key' },
      ),
    ),
  },
  { title: 'KeyList' },
)
export type KeyList = Static<typeof KeyList>
