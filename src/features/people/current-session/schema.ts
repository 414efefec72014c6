import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { ROLES } from '../../../shared/actor.ts'
import { PasskeyResponse } from '../passkeys/schema.ts'
import { MAX_PASSWORD_CHARACTERS } from '../passwords/rules.ts'
import { Preferences } from '../preferences/schema.ts'
import { RESET_AUTHORS, RESET_KINDS } from '../resets/rules.ts'
import { OwnVisit, VisitShown } from '../visits/schema.ts'

const Account = Type.Object({
  kind: Type.Enum(['partner', 'distributor']),
  id: Type.String(),
  name: Type.String(),
})

/** Somebody's way to sign in was replaced. */
const AccessReset = Type.Object({
  personId: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...RESET_KINDS]),
  byWhom: Type.Enum([...RESET_AUTHORS]),
  at: Timestamp,
})

export const CurrentSession = Type.Object({
  person: Type.Object({
    id: Type.String({ description: 'Prefix usr_.' }),
    name: Type.String(),
    email: Type.String(),
    role: Type.Enum([...ROLES]),
    preferences: Preferences,
  }),
  account: Account,
  strongUntil: Type.Union([Timestamp, Type.Null()], {
    description: 'Until when calls that need a second factor are allowed; null if not.',
  }),
  factors: Type.Object({
    passkeys: Type.Integer(),
    totp: Type.Boolean({ description: 'Whether there is an authenticator app.' }),
    recoveryCodesLeft: Type.Integer(),
  }),
  isPasswordEnough: Type.Boolean({ description: 'Whether the password alone confirms that it is the person.' }),
  accounts: Type.Array(Account, { description: 'The accounts that the person may switch to, with the current one.' }),
  resets: Type.Array(AccessReset, {
    description: "Of the last day, newest first: the person's own, and for owners those of everybody in the account.",
  }),
  visit: Type.Optional(OwnVisit),
  visits: Type.Array(VisitShown, {
    description: 'To the people of a partner: visits of its distributor within the last day, newest first.',
  }),
  apiUrl: Type.String({ description: 'Where programs call the API.' }),
  caFile: Type.Optional(
    Type.String({ description: 'The file of the certificate authority that programs on this machine need.' }),
  ),
})
export type CurrentSession = Static<typeof CurrentSession>

const Code = Type.String({ minLength: 1, maxLength: 60 })

/** One of these. */
export const Confirmation = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PASSWORD_CHARACTERS })),
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(Code),
  passkey: Type.Optional(PasskeyResponse),
})
export type Confirmation = Static<typeof Confirmation>

export const AccountChoice = Type.Object({ account: Type.String({ maxLength: 60 }) })

export const NextPage = Type.Object({ next: Type.String({ description: 'The path to open next.' }) })
