import { type Static, Type } from 'typebox'
import { timestamp } from '../../../api.ts'

export const ConsentLink = Type.Object(
  {
    url: Type.String({
      description: "Where an administrator of the customer's tenant approves the application. Good for one use.",
      examples: [
        'https://login.microsoftonline.com/5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02/v2.0/adminconsent?client_id=00000000-0000-0000-0000-000000000001&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default&redirect_uri=https%3A%2F%2Fapp.example%2Fconsent%2Fcallback&state=2Zt0',
      ],
    }),
    expiresAt: timestamp('2026-05-11T02:11:09.120Z'),
  },
  { title: 'ConsentLink' },
)
export type ConsentLink = Static<typeof ConsentLink>

/** What the sign-in service sends an administrator back with. */
export const ConsentAnswer = Type.Object({
  state: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String()),
  admin_consent: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
})
export type ConsentAnswer = Static<typeof ConsentAnswer>
