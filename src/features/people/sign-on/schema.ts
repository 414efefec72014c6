import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { ROLES } from '../../../shared/actor.ts'
import { MAX_FACTOR_VALUE_CHARACTERS } from './rules.ts'

const FactorClaim = Type.Object({
  claim: Type.Enum(['amr', 'acr']),
  value: Type.String({
    minLength: 1,
    maxLength: MAX_FACTOR_VALUE_CHARACTERS,
    description: 'One of the methods in amr, or the whole of acr.',
  }),
})

/** What the id token of the test said. */
export const SignOnTest = Type.Object({
  personId: Type.String(),
  subject: Type.String(),
  email: Type.Optional(Type.String()),
  isEmailVerified: Type.Boolean(),
  amr: Type.Array(Type.String()),
  acr: Type.Optional(Type.String()),
})
export type SignOnTest = Static<typeof SignOnTest>

const Provider = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  changedAt: Timestamp,
  testedAt: Type.Optional(Timestamp),
  test: Type.Optional(SignOnTest),
})

export const SignOnDomain = Type.Object({
  domain: Type.String(),
  recordName: Type.String({ description: 'The name of the TXT record that proves the domain.' }),
  recordValue: Type.String(),
  verifiedAt: Type.Optional(Timestamp),
})
export type SignOnDomain = Static<typeof SignOnDomain>

export const SignOnLink = Type.Object({
  personId: Type.String(),
  personName: Type.String(),
  role: Type.Enum([...ROLES]),
  name: Type.String({ description: 'What the account at the provider was called when it was linked.' }),
  linkedAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
})
export type SignOnLink = Static<typeof SignOnLink>

export const SignOn = Type.Object({
  redirectUri: Type.String({ description: 'To be registered at the provider.' }),
  signInUrl: Type.String({ description: 'Where the people of the account sign in through the provider.' }),
  provider: Type.Optional(Provider),
  factor: Type.Optional(FactorClaim),
  isRequired: Type.Boolean({ description: 'Whether people can sign in in no other way, except one owner.' }),
  exemptPersonId: Type.Optional(Type.String()),
  owners: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }), {
    description: 'Owners who have a password or a passkey, one of whom can be exempt.',
  }),
  domains: Type.Array(SignOnDomain),
  people: Type.Array(SignOnLink, { description: 'Who is linked to the provider.' }),
})
export type SignOn = Static<typeof SignOn>

export const NewProvider = Type.Object({
  issuer: Type.String({ minLength: 1, maxLength: 500 }),
  clientId: Type.String({ format: 'line', minLength: 1, maxLength: 255 }),
  clientSecret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Without it the stored one is kept, for the same issuer.',
    }),
  ),
})
export type NewProvider = Static<typeof NewProvider>

export const SignOnRules = Type.Object({
  isRequired: Type.Boolean(),
  exemptPersonId: Type.Optional(Type.String()),
  factor: Type.Optional(FactorClaim),
})
export type SignOnRules = Static<typeof SignOnRules>

export const NewDomain = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 260 }) })

export const ProviderPage = Type.Object({
  url: Type.String({ description: 'Open it in the browser: it comes back to the portal.' }),
})
export type ProviderPage = Static<typeof ProviderPage>

/** The signed-in person's own link. */
export const OwnLink = Type.Object({
  isOffered: Type.Boolean({ description: 'Whether the account has a provider that signs people in.' }),
  isRequired: Type.Boolean({ description: 'Whether the person can sign in in no other way.' }),
  link: Type.Optional(Type.Object({ name: Type.String(), linkedAt: Timestamp, lastUsedAt: Type.Optional(Timestamp) })),
})
export type OwnLink = Static<typeof OwnLink>
