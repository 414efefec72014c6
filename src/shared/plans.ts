/** The plan catalogue: what each plan allows. Source: decisions on plans and products. */

export const PLANS = {
  starter: { runsPerMonth: 50, customers: 10_000, products: ['essential-eight'] },
  professional: { runsPerMonth: 250, customers: 10_000, products: ['essential-eight', 'nist-csf'] },
  enterprise: { runsPerMonth: -1, customers: 10_000, products: 'all' },
} as const satisfies Record<string, { runsPerMonth: number; customers: number; products: readonly string[] | 'all' }>

export type Plan = keyof typeof PLANS

export const PLAN_NAMES = ['starter', 'professional', 'enterprise'] as const satisfies readonly Plan[]

export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const
/** The words of payment processors for the state of a subscription. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Whether the text names a plan. */
export const isPlan = (text: string): text is Plan => Object.hasOwn(PLANS, text)

/** Whether a plan includes a product. */
export function planAllows(plan: Plan, product: string): boolean {
  const products: readonly string[] | 'all' = PLANS[plan].products
  return products === 'all' || products.includes(product)
}

/** How many customers a partner on the plan may have. */
export const customersLimit = (plan: Plan): number => PLANS[plan].customers

/** Runs per month; -1 means unlimited. */
export const runsLimit = (plan: Plan): number => PLANS[plan].runsPerMonth
