import { type Static, Type } from 'typebox'
import { Timestamp } from '../../api.ts'
import { PLAN_NAMES } from '../../ground/plans.ts'
import { BILLINGS, CURRENCIES } from '../../ground/prices.ts'

const oneOf = (words: readonly string[]): string => `One of ${words.join(', ')}.`

/** Values are not restricted here: bad ones are refused by the rules, as PLAN_CHANGE_FAILED. */
export const PlanChange = Type.Object(
  {
    plan: Type.Unsafe<unknown>({ description: oneOf(PLAN_NAMES), examples: ['professional'] }),
    billing: Type.Optional(
      Type.Unsafe<unknown>({
        description: `${oneOf(BILLINGS)} rolling means annual. Without it, the billing stays.`,
        examples: ['monthly'],
      }),
    ),
    currency: Type.Optional(
      Type.Unsafe<unknown>({
        description: `${oneOf(CURRENCIES)} Without it, the currency stays.`,
        examples: ['usd'],
      }),
    ),
  },
  { title: 'PlanChange' },
)
/** As a caller sends it: nothing of it is proved yet. */
export interface PlanChange {
  plan?: unknown
  billing?: unknown
  currency?: unknown
}

const resultFields = {
  partnerId: Type.String({ description: 'Prefix prt_.' }),
  plan: Type.Enum([...PLAN_NAMES]),
  billing: Type.Enum([...BILLINGS], { description: 'rolling means annual.' }),
  currency: Type.Enum([...CURRENCIES]),
  runLimit: Type.Integer({ description: 'Runs a month; -1 means unlimited.' }),
  subscriptionStatus: Type.String({ description: "In the payment processor's words, as in active or past_due." }),
  currentPeriodEnd: Timestamp,
}

export const PlanChangeResult = Type.Object(resultFields, { title: 'PlanChangeResult' })
export type PlanChangeResult = Static<typeof PlanChangeResult>

const Currency = Type.Enum([...CURRENCIES])
const Amount = Type.Integer({ description: 'In minor units of the currency, such as cents.' })
const PreviewLine = Type.Object({
  description: Type.String(),
  amount: Amount,
  currency: Currency,
  from: Timestamp,
  until: Timestamp,
})

export const PlanPreview = Type.Object(
  {
    ...resultFields,
    credit: Type.Unsafe<Static<typeof PreviewLine>>({
      ...PreviewLine,
      description: 'For the unused time on the current plan: zero or below.',
    }),
    debit: Type.Unsafe<Static<typeof PreviewLine>>({
      ...PreviewLine,
      description: 'For the time on the new plan: zero or above.',
    }),
    dueNow: Type.Object({ amount: Amount, currency: Currency }, { description: 'Invoiced at once, after all credit.' }),
    nextInvoice: Type.Object(
      { amount: Amount, currency: Currency, date: Timestamp },
      { description: 'What the next invoice would come to: both lines where they wait for it, and the next period.' },
    ),
    productsGained: Type.Array(Type.String()),
    productsLost: Type.Array(Type.String()),
  },
  { title: 'PlanPreview' },
)
export type PlanPreview = Static<typeof PlanPreview>
