import { type Static, Type } from 'typebox'

/** A filter of the list of customers under a name. */

/** As it stands in the address after the question mark; the list itself ignores what it does not know. */
const Query = Type.String({ maxLength: 500, pattern: '^[A-Za-z0-9_=&%.+*-]*$' })

export const NewView = Type.Object({
  name: Type.String({ format: 'name', maxLength: 60 }),
  query: Query,
  /** Everybody of the account has it. */
  isShared: Type.Optional(Type.Boolean()),
})
export type NewView = Static<typeof NewView>

export const View = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  isShared: Type.Boolean(),
})
export type View = Static<typeof View>

export const ViewList = Type.Object({ views: Type.Array(View) })
export type ViewList = Static<typeof ViewList>
