import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, Timestamp } from '../../../api.ts'

/** Which customers have approved that their tenants are read, and what became of the links for it. */

export const APPROVAL_STATES = ['missing', 'open', 'none', 'approved', 'all'] as const

export const ApprovalQuery = Type.Object({
  /** `missing` are all without an approval, `open` those of them with a link that works, `none` those without one. */
  state: Type.Optional(Type.Enum([...APPROVAL_STATES])),
  /** Part of the name or of the tenant id. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type ApprovalQuery = Static<typeof ApprovalQuery>

export const ApprovalList = Type.Object({
  customers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      tenantId: Type.String(),
      email: Type.Optional(Type.String()),
      createdAt: Timestamp,
      approved: Type.Optional(Type.Object({ at: Timestamp, by: Type.Optional(Type.String()), how: Type.String() })),
      /** Somebody signed in who may not approve. */
      refusedAt: Type.Optional(Timestamp),
      /** The newest link, until a month after it has ended. */
      link: Type.Optional(
        Type.Object({
          createdAt: Type.Optional(Timestamp),
          expiresAt: Timestamp,
          /** When its page was first fetched: by a person, or by a mail filter. */
          fetchedAt: Type.Optional(Timestamp),
          /** When somebody first went on to the sign-in. */
          startedAt: Type.Optional(Timestamp),
        }),
      ),
      /** The newest email with a link. */
      mail: Type.Optional(Type.Object({ at: Timestamp, status: Type.String(), isWaiting: Type.Boolean() })),
    }),
  ),
  nextCursor: NextCursor,
})
export type ApprovalList = Static<typeof ApprovalList>
