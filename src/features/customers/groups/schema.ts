import { type Static, Type } from 'typebox'

/** A label on customers, as the portal's own pages write and read it. */

export const NewGroup = Type.Object({ name: Type.String({ format: 'name', maxLength: 60 }) })
export type NewGroup = Static<typeof NewGroup>

export const Group = Type.Object({ id: Type.String(), name: Type.String() })
export type Group = Static<typeof Group>
