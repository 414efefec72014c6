import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../../api.ts'

const Token = Type.Object({
  id: Type.String({ description: 'Prefix scim_.' }),
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
})

export const TokenList = Type.Object({
  baseUrl: Type.String({ description: 'Where the directory calls.' }),
  tokens: Type.Array(Token),
})
export type TokenList = Static<typeof TokenList>

export const NewToken = Type.Object({ name: Type.String({ format: 'name', maxLength: 100 }) })

export const CreatedToken = Type.Object({
  id: Type.String(),
  token: Type.String({ description: 'Shown only this once.' }),
})
export type CreatedToken = Static<typeof CreatedToken>
