import { type Static, Type } from 'typebox'

const Values = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const AuditList = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        occurredAt: Type.Unsafe<Date>({ type: 'string', format: 'date-time' }),
        author: Type.Object({
          kind: Type.Enum(['partner', 'distributor', 'operator', 'system']),
          id: Type.String({ description: 'Id of the account, or the name of the command or job.' }),
        }),
        action: Type.String({ description: 'Noun and past verb, as in customer.created.' }),
        subject: Type.String({ description: 'Id of what changed.' }),
        partnerId: Type.Optional(Type.String()),
        before: Type.Optional(Values),
        after: Type.Optional(Values),
        requestId: Type.Optional(Type.String()),
        address: Type.Optional(Type.String({ description: 'Where the call came from.' })),
      }),
    ),
    nextCursor: Type.Optional(Type.String()),
  },
  { title: 'AuditList' },
)
export type AuditList = Static<typeof AuditList>

export const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 100 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items on a page; 50 unless asked.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the page before.' })),
})
export type AuditQuery = Static<typeof AuditQuery>
