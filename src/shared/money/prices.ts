import type { Plan } from '../plans.ts'

/** What the plans cost: whole minor units for one period. A year costs ten months. */

export const BILLINGS = ['monthly', 'rolling'] as const
/** How long a period is: a month, or a year (rolling). */
export type Billing = (typeof BILLINGS)[number]

export const CURRENCIES = ['usd', 'aud', 'gbp', 'eur', 'sgd'] as const
export type Currency = (typeof CURRENCIES)[number]

const PRICES = {
  starter: {
    monthly: { usd: 9_900, aud: 14_900, gbp: 7_900, eur: 8_900, sgd: 13_500 },
    rolling: { usd: 99_000, aud: 149_000, gbp: 79_000, eur: 89_000, sgd: 135_000 },
  },
  professional: {
    monthly: { usd: 34_900, aud: 52_900, gbp: 27_900, eur: 31_900, sgd: 46_900 },
    rolling: { usd: 349_000, aud: 529_000, gbp: 279_000, eur: 319_000, sgd: 469_000 },
  },
  enterprise: {
    monthly: { usd: 99_900, aud: 149_900, gbp: 79_900, eur: 91_900, sgd: 134_900 },
    rolling: { usd: 999_000, aud: 1_499_000, gbp: 799_000, eur: 919_000, sgd: 1_349_000 },
  },
} as const satisfies Record<Plan, Record<Billing, Record<Currency, number>>>

/** The price of one whole period, in minor units. */
export const priceOf = (plan: Plan, billing: Billing, currency: Currency): bigint =>
  BigInt(PRICES[plan][billing][currency])
