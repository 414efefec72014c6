import { type Static, Type } from 'typebox'
import { APPROVAL_STATES } from '../schema.ts'

/** What is done for all customers that the list of approvals matches, whether they are in view or not. No key reaches it. */

export const MatchingApprovals = Type.Object({
  state: Type.Optional(Type.Enum([...APPROVAL_STATES])),
  q: Type.Optional(Type.String({ maxLength: 200 })),
})
export type MatchingApprovals = Static<typeof MatchingApprovals>

const Count = Type.Integer()

/** Who would be asked. */
export const MatchingPreview = Type.Object({
  /** Customers that match and have not approved, at most as many as one call takes. */
  customers: Count,
  withAddress: Count,
  /** Those with a link that works, which a new one replaces. */
  withLink: Count,
  /** Whether there are more than one call takes. */
  isCut: Type.Boolean(),
})
export type MatchingPreview = Static<typeof MatchingPreview>
