import { type Static, Type } from 'typebox'
import { timestamp } from '../../../api.ts'

export const ConsentLink = Type.Object(
  {
    url: Type.String({
      description:
        "A page on which an administrator of the customer's tenant approves you: first the application's permissions, then a sign-in that proves who approved. Valid for one approval.",
      examples: ['https://app.example/approve/2Zt0pQ5r8sT1uV3wX6yZ9aB2cD4eF7gH0iJ3kL5mN8o'],
    }),
    expiresAt: timestamp('2026-05-11T02:11:09.120Z'),
  },
  { title: 'ConsentLink' },
)
export type ConsentLink = Static<typeof ConsentLink>
