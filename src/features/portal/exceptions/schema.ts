import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery } from '../../../api.ts'
import { RecordedException } from '../../exceptions/schema.ts'

/** The exceptions of all customers. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()

export const CustomersExceptionQuery = Type.Object({
  /**
   * By default `active`, all that count, the next to end first. `ending` are those of them that end within 30 days, and `expired`
   * those that have ended, the last to end first.
   */
  state: Type.Optional(Type.Enum(['active', 'ending', 'expired'])),
  kind: Type.Optional(RecordedException.properties.kind),
  /** Those that count for this product, emergency accounts among them. */
  product: Type.Optional(Type.String({ maxLength: 100 })),
  /** Part of the customer's name or tenant id, of the requirement or of the object. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type CustomersExceptionQuery = Static<typeof CustomersExceptionQuery>

export const CustomersExceptions = Type.Object({
  /** Of all that match but for their state. */
  counts: Type.Object({ active: Count, ending: Count, expired: Count }),
  exceptions: Type.Array(Type.Object({ ...RecordedException.properties, customerName: Type.String() })),
  nextCursor: NextCursor,
})
export type CustomersExceptions = Static<typeof CustomersExceptions>

/** The requirements of a framework, for which exceptions can be recorded. */
export const RequirementList = Type.Object({
  requirements: Type.Array(Type.Object({ id: Type.String(), statement: Type.String() })),
})
export type RequirementList = Static<typeof RequirementList>
