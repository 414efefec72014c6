import type { Terms } from '../../../../platform/payments/processor.ts'
import { BILLINGS, type Billing, CURRENCIES, type Currency, priceOf } from '../../../../shared/money/prices.ts'
import { isPlan, PLAN_NAMES, type Plan } from '../../../../shared/plans.ts'

/** A price at Stripe, from the one list of prices. */
export interface CataloguePrice extends Terms {
  lookupKey: string
  /** Minor units for one whole period. */
  amountMinor: bigint
  interval: 'month' | 'year'
}

const INTERVALS = { monthly: 'month', rolling: 'year' } as const satisfies Record<Billing, string>

/** Names a price at Stripe. It moves to the new price when an amount changes, so it always names the current one. */
export const lookupKeyOf = ({ plan, billing, currency }: Terms): string => `plumbline_${plan}_${billing}_${currency}`

/** The id of a plan's product at Stripe. */
export const productIdOf = (plan: Plan): string => `plumbline_${plan}`

/** All prices, by plan. */
export const catalogueOf = (plan: Plan): CataloguePrice[] =>
  BILLINGS.flatMap((billing) => CURRENCIES.map((currency) => cataloguePriceOf({ plan, billing, currency })))

/** The price of these terms. */
export function cataloguePriceOf(terms: Terms): CataloguePrice {
  const { plan, billing, currency } = terms
  return {
    ...terms,
    lookupKey: lookupKeyOf(terms),
    amountMinor: priceOf(plan, billing, currency),
    interval: INTERVALS[billing],
  }
}

/** Whether a price at Stripe has the amount, currency and interval of ours. */
export const isPriceOf = (
  found: { unit_amount: number | null; currency: string; recurring: { interval: string } | null },
  { amountMinor, currency, interval }: CataloguePrice,
): boolean =>
  found.unit_amount === Number(amountMinor) && found.currency === currency && found.recurring?.interval === interval

/** The metadata of a price at Stripe. An earlier price keeps its metadata when its lookup key moves on. */
export interface PriceFields {
  currency: string
  metadata: Record<string, string>
}

/** The terms of a price that the seed made; undefined for any other price. */
export function termsOfPrice({ currency, metadata }: PriceFields): Terms | undefined {
  const plan = metadata.plumbline_plan ?? ''
  const billing = BILLINGS.find((word) => word === metadata.plumbline_billing)
  const known = CURRENCIES.find((word): word is Currency => word === currency)
  return isPlan(plan) && billing && known ? { plan, billing, currency: known } : undefined
}

/** The metadata of a price, which `termsOfPrice` reads. */
export const metadataOf = ({ plan, billing }: Terms): Record<string, string> => ({
  plumbline_plan: plan,
  plumbline_billing: billing,
})

/** The plans, each a product at Stripe. */
export const PRODUCTS = PLAN_NAMES
