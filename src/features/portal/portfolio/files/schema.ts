import { type Static, Type } from 'typebox'
import { filterFields } from '../actions/schema.ts'

/** A file of the customers that match, in the order of the list. */
export const FileQuery = Type.Object({
  ...filterFields,
  format: Type.Enum(['csv', 'xlsx']),
  /** Id of a column. */
  sort: Type.Optional(Type.String({ maxLength: 40 })),
  down: Type.Optional(Type.Literal('1')),
})
export type FileQuery = Static<typeof FileQuery>
