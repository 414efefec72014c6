import { type Static, Type } from 'typebox'
import { NextCursor, PartnerId, Timestamp } from '../../api.ts'

const values = (description: string, example: Record<string, unknown>) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description, examples: [example] })

export const AuditList = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          id: Type.String({ examples: ['4711'] }),
          occurredAt: Timestamp,
          author: Type.Object({
            kind: Type.Enum(['partner', 'distributor', 'person', 'operator', 'system', 'recipient', 'administrator']),
            id: Type.String({
              ...PartnerId,
              description:
                'Id of the account, name of the command or job, email address of the recipient, or object id of the administrator in the tenant.',
            }),
          }),
          action: Type.String({ description: 'An object and what was done to it.', examples: ['customer.updated'] }),
          subject: Type.String({
            description: 'Id of the object that changed.',
            examples: ['cust_01m7zb6f92ew9sper5vfdkv3j1'],
          }),
          partnerId: Type.Optional(PartnerId),
          before: Type.Optional(values('The state before.', { name: 'Bellbird' })),
          after: Type.Optional(values('The state after.', { name: 'Bellbird Engineering' })),
          requestId: Type.Optional(Type.String({ examples: ['req_01m7zb6f93eh8tjt63hnj0n5m0'] })),
          address: Type.Optional(
            Type.String({ description: 'The network address of the caller.', examples: ['203.0.113.7'] }),
          ),
        },
        { title: 'AuditEntry' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'AuditList' },
)
export type AuditList = Static<typeof AuditList>
export type AuditEntry = AuditList['entries'][number]

/** Which entries are requested. */
export const AuditFilter = {
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this action, as in customer.updated.' })),
  author: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only what this author changed: the id of a person or account.' }),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only changes of the object with this id; for a customer, also changes of its runs, answers and exceptions.',
    }),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries at this time or later.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries before this time.' })),
}

export const AuditQuery = Type.Object({
  ...AuditFilter,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Items per page; 50 by default.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the previous page.' })),
})
export type AuditQuery = Static<typeof AuditQuery>
