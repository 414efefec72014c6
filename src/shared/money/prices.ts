import type { Plan } from '../plans.ts'

/**
 * The prices of the plans, for partners and distributors: whole minor units for one period. A year costs ten months.
 */

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

export const SETTLEMENT_CURRENCIES = ['AUD', 'USD', 'GBP', 'EUR', 'NZD'] as const
/** The currencies of settlements with distributors. Amounts are never converted. */
export type SettlementCurrency = (typeof SETTLEMENT_CURRENCIES)[number]

export const SETTLEMENT_INTERVALS = ['quarterly', 'annual'] as const
/** How long a settlement period is: a quarter or a year of the calendar. */
export type SettlementInterval = (typeof SETTLEMENT_INTERVALS)[number]

const SETTLEMENT_PRICES = {
  starter: {
    quarterly: { AUD: 44_700, USD: 29_700, GBP: 23_700, EUR: 26_700, NZD: 49_500 },
    annual: { AUD: 149_000, USD: 99_000, GBP: 79_000, EUR: 89_000, NZD: 165_000 },
  },
  professional: {
    quarterly: { AUD: 158_700, USD: 104_700, GBP: 83_700, EUR: 95_700, NZD: 173_700 },
    annual: { AUD: 529_000, USD: 349_000, GBP: 279_000, EUR: 319_000, NZD: 579_000 },
  },
  enterprise: {
    quarterly: { AUD: 449_700, USD: 299_700, GBP: 239_700, EUR: 275_700, NZD: 491_700 },
    annual: { AUD: 1_499_000, USD: 999_000, GBP: 799_000, EUR: 919_000, NZD: 1_639_000 },
  },
} as const satisfies Record<Plan, Record<SettlementInterval, Record<SettlementCurrency, number>>>

/** The list price of one partner on a plan for one whole settlement period, in minor units. */
export const settlementPriceOf = (plan: Plan, interval: SettlementInterval, currency: SettlementCurrency): bigint =>
  BigInt(SETTLEMENT_PRICES[plan][interval][currency])
