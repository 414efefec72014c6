import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { MAX_NAME_CHARACTERS } from './rules.ts'

/** Bytes in base64url. The body limit bounds them together. */
const Bytes = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 12_000 })

const CREDENTIAL = { id: Bytes, rawId: Bytes, type: Type.Literal('public-key') }

/** What we need of a new passkey, as `PublicKeyCredential.toJSON()` has it. Source: Web Authentication, RegistrationResponseJSON. */
export const NewPasskeyResponse = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ format: 'line', maxLength: 32 }), { maxItems: 10 })),
  }),
})
export type NewPasskeyResponse = Static<typeof NewPasskeyResponse>

/** What we need of a signed challenge. Source: Web Authentication, AuthenticationResponseJSON. */
export const PasskeyResponse = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.Union([Bytes, Type.Null()])),
  }),
})
export type PasskeyResponse = Static<typeof PasskeyResponse>

export const PasskeyName = Type.String({ format: 'line', minLength: 1, maxLength: MAX_NAME_CHARACTERS, pattern: '\\S' })

export const Passkey = Type.Object({
  id: Type.String({ description: 'Prefix cred_.' }),
  name: Type.String(),
  backedUp: Type.Boolean({ description: 'Whether it is copied to other devices of the person.' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
})
export type Passkey = Static<typeof Passkey>
