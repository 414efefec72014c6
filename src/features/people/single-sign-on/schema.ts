import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'

export const MicrosoftAccount = Type.Object({
  id: Type.String({ description: 'Prefix cred_.' }),
  name: Type.String({ description: 'The user name when it was linked.' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
})
export type MicrosoftAccount = Static<typeof MicrosoftAccount>

export const MicrosoftLink = Type.Object({
  url: Type.String({ description: 'Open it in the browser: it comes back to My security.' }),
})
export type MicrosoftLink = Static<typeof MicrosoftLink>
