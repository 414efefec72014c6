import { type Static, Type } from 'typebox'

/** Quarterly sheets. No key reaches them, so the description of the API does not have them. */

const Quarter = Type.String({ pattern: '^20\\d\\d-Q[1-4]$' })

/** The quarters that a customer has a sheet for. */
export const Quarters = Type.Object({
  /** The newest first; none before the first completed run. */
  quarters: Type.Array(Type.Object({ quarter: Quarter, name: Type.String(), isOver: Type.Boolean() })),
  /** Products with a completed run. */
  products: Type.Array(Type.String()),
})
export type Quarters = Static<typeof Quarters>

export const SheetQuery = Type.Object({
  /** By default the current one. */
  quarter: Type.Optional(Quarter),
  /** Separated by commas; by default all with a completed run. */
  products: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  format: Type.Optional(Type.Enum(['html', 'pdf'])),
})
export type SheetQuery = Static<typeof SheetQuery>
