import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from './rules.ts'

export const EventList = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Prefix evt_.' }),
        type: Type.Enum([...EVENT_TYPES]),
        timestamp: Type.String({ format: 'date-time' }),
        data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      }),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'EventList' },
)
export type EventList = Static<typeof EventList>

export const EventQuery = Type.Object({
  type: Type.Optional(Type.Enum([...EVENT_TYPES])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items on a page; 50 unless asked.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the page before.' })),
})
export type EventQuery = Static<typeof EventQuery>
