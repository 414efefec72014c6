import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../../api.ts'

/** What the portal's page on approvals asks for many customers at once. No key reaches it. */

/** Customers of one call. */
const MAX_REQUESTS = 100

export const ApprovalCustomers = Type.Object({
  customerIds: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_REQUESTS }),
})

export const ConsentLinks = Type.Object({
  links: Type.Array(
    Type.Object({
      customerId: Type.String(),
      name: Type.String(),
      email: Type.Optional(Type.String()),
      url: Type.String(),
      expiresAt: Timestamp,
    }),
  ),
  /** Customers of the call whose tenants have been approved meanwhile, so that they need no link. */
  approved: Type.Integer(),
})
export type ConsentLinks = Static<typeof ConsentLinks>

export const ApprovalMails = Type.Object({
  /** Mails that are on their way, or wait for a quota. */
  queued: Type.Integer(),
  /** Customers without an email address. */
  withoutAddress: Type.Integer(),
  approved: Type.Integer(),
})
export type ApprovalMails = Static<typeof ApprovalMails>
