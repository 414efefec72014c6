import { type Static, Type } from 'typebox'
import { filterFields } from '../actions/schema.ts'

/** One file with the quarterly sheets of all customers that match; with ids, only of those of them. */
export const SheetsQuery = Type.Object({
  ...filterFields,
  quarter: Type.String({ pattern: '^20\\d\\d-Q[1-4]$' }),
  /** Separated by commas. */
  customerIds: Type.Optional(Type.String({ maxLength: 2_000 })),
})
export type SheetsQuery = Static<typeof SheetsQuery>
