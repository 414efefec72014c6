import { type Static, Type } from 'typebox'
import { NextCursor, Timestamp } from '../../../api.ts'
import { AuditFilter } from '../../audit/schema.ts'

const Values = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The audit trail in sentences, with names where the trail has ids. No key reaches it. */
export const AuditLog = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      occurredAt: Timestamp,
      /** Who did it: the beginning of the sentence that `what` ends. */
      who: Type.String(),
      what: Type.String(),
      author: Type.Object({ kind: Type.String(), id: Type.String() }),
      action: Type.String(),
      subject: Type.String(),
      before: Type.Optional(Values),
      after: Type.Optional(Values),
      address: Type.Optional(Type.String()),
      requestId: Type.Optional(Type.String()),
    }),
  ),
  nextCursor: NextCursor,
})
export type AuditLog = Static<typeof AuditLog>

export const AuditLogQuery = Type.Object({
  ...AuditFilter,
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
})
export type AuditLogQuery = Static<typeof AuditLogQuery>

export const AuditFileQuery = Type.Object(AuditFilter)
export type AuditFileQuery = Static<typeof AuditFileQuery>
