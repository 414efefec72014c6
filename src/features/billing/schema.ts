import { type Static, Type } from 'typebox'
import { PartnerId, PlanName, Timestamp, timestamp } from '../../api.ts'
import { BILLINGS, CURRENCIES } from '../../shared/money/prices.ts'
import { PLAN_NAMES } from '../../shared/plans.ts'

const oneOf = (words: readonly string[]): string => `One of ${words.join(', ')}.`

/** Values are not restricted here: the rules refuse invalid ones with PLAN_CHANGE_FAILED. */
export const PlanChange = Type.Object(
  {
    plan: Type.Unsafe<unknown>({ description: oneOf(PLAN_NAMES), examples: ['professional'] }),
    billing: Type.Optional(
      Type.Unsafe<unknown>({
        description: `${oneOf(BILLINGS)} rolling means annual. Without it, the billing interval does not change.`,
        examples: ['monthly'],
      }),
    ),
    currency: Type.Optional(
      Type.Unsafe<unknown>({
        description: `${oneOf(CURRENCIES)} Without it, the currency does not change.`,
        examples: ['usd'],
      }),
    ),
  },
  { title: 'PlanChange' },
)
/** As the caller sends it, not yet validated. */
export interface PlanChange {
  plan?: unknown
  billing?: unknown
  currency?: unknown
}

const PeriodEnd = timestamp('2026-06-01T00:00:00.000Z')

const Currency = Type.Enum([...CURRENCIES], { title: 'SubscriptionCurrency' })

const resultFields = {
  partnerId: PartnerId,
  plan: PlanName,
  billing: Type.Enum([...BILLINGS], { title: 'SubscriptionBilling', description: 'rolling means annual.' }),
  currency: Currency,
  runLimit: Type.Integer({ description: 'Runs per month; -1 means unlimited.', examples: [250] }),
  subscriptionStatus: Type.String({
    description: 'As the payment processor names it, for example active or past_due.',
    examples: ['active'],
  }),
  currentPeriodEnd: PeriodEnd,
}

export const PlanChangeResult = Type.Object(resultFields, { title: 'PlanChangeResult' })
export type PlanChangeResult = Static<typeof PlanChangeResult>

const amount = (example: number) =>
  Type.Integer({ description: 'In minor units of the currency, such as cents.', examples: [example] })
const previewLine = (sentence: string, minor: number) =>
  Type.Object({
    description: Type.String({ examples: [sentence] }),
    amount: amount(minor),
    currency: Currency,
    from: Timestamp,
    until: PeriodEnd,
  })
const Credit = previewLine('Unused time of plan starter, monthly', -9_000)
const Debit = previewLine('Plan professional, monthly, at USD 349.00', 31_700)

export const PlanPreview = Type.Object(
  {
    ...resultFields,
    credit: Type.Unsafe<Static<typeof Credit>>({
      ...Credit,
      description: 'For the unused time on the current plan: zero or negative.',
    }),
    debit: Type.Unsafe<Static<typeof Debit>>({
      ...Debit,
      description: 'For the time on the new plan: zero or positive.',
    }),
    dueNow: Type.Object(
      { amount: amount(0), currency: Currency },
      { description: 'Invoiced immediately, after all credit.' },
    ),
    nextInvoice: Type.Object(
      { amount: amount(57_600), currency: Currency, date: PeriodEnd },
      {
        description: 'Total of the next invoice: the next period, and both lines unless they are invoiced immediately.',
      },
    ),
    productsGained: Type.Array(Type.String(), { examples: [['nist-csf']] }),
    productsLost: Type.Array(Type.String(), { examples: [[]] }),
  },
  { title: 'PlanPreview' },
)
export type PlanPreview = Static<typeof PlanPreview>
