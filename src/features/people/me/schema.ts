import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, Timestamp } from '../../../api.ts'
import { Passkey } from '../passkeys/schema.ts'
import { MAX_PASSWORD_CHARACTERS } from '../passwords/rules.ts'
import { OwnLink } from '../sign-on/schema.ts'
import { MicrosoftAccount } from '../single-sign-on/schema.ts'

export const SessionList = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Prefix ses_.' }),
      isCurrent: Type.Boolean({ description: 'Whether it is the session that asks.' }),
      createdAt: Timestamp,
      seenAt: Timestamp,
      endsAt: Timestamp,
      address: Type.Optional(Type.String({ description: 'Network address of the sign-in.' })),
      agent: Type.Optional(Type.String({ description: 'What the browser says it is.' })),
    }),
  ),
})
export type SessionList = Static<typeof SessionList>

export const EndedSessions = Type.Object({ ended: Type.Integer() })

export const SignInList = Type.Object({
  signIns: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Timestamp,
      outcome: Type.Enum(['signed-in', 'wrong-password', 'wrong-factor']),
      method: Type.String({
        description: 'As in password, passkey, microsoft, provider, code, or switch from another account.',
      }),
      factor: Type.Optional(
        Type.String({ description: 'The second factor, as in code, recovery-code, passkey or provider.' }),
      ),
      address: Type.Optional(Type.String({ description: 'An IPv4 address or an IPv6 network.' })),
      agent: Type.Optional(Type.String({ description: 'What the browser says it is.' })),
    }),
  ),
  nextCursor: NextCursor,
})
export type SignInList = Static<typeof SignInList>

export const SignInQuery = Type.Object(PageQuery)
export type SignInQuery = Static<typeof SignInQuery>

export const PasswordChange = Type.Object({
  current: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_CHARACTERS }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_CHARACTERS }),
})
export type PasswordChange = Static<typeof PasswordChange>

export const OwnFactors = Type.Object({
  isRequired: Type.Boolean({
    description:
      'Whether the person must have a second factor, by their role or because everybody in the account must.',
  }),
  passkeys: Type.Array(Passkey),
  authenticator: Type.Optional(
    Type.Object(
      { createdAt: Timestamp, lastUsedAt: Type.Optional(Timestamp) },
      { description: 'The authenticator app.' },
    ),
  ),
  recoveryCodes: Type.Object({ left: Type.Integer(), createdAt: Type.Optional(Timestamp) }),
  microsoft: Type.Object({ isOffered: Type.Boolean(), accounts: Type.Array(MicrosoftAccount) }),
  company: OwnLink,
})
export type OwnFactors = Static<typeof OwnFactors>

export const NewAuthenticator = Type.Object({
  secret: Type.String({ description: 'Base32, to type into the app.' }),
  uri: Type.String({ description: 'otpauth://, for a QR code or a link.' }),
})
export type NewAuthenticator = Static<typeof NewAuthenticator>

export const AuthenticatorCode = Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) })

export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>
