import type Stripe from 'stripe'

/** Drafts that are looked at. */
const MAX_DRAFTS = 20

/**
 * From now on, the invoices of a subscription are charged to its card: drafts and later ones. Stripe does not change
 * open invoices, which were sent and are paid manually. The subscription is changed last, so that it shows whether
 * everything is done. Throws the errors of the `stripe` package.
 */
export async function changeToCard(
  stripe: Stripe,
  subscription: string,
  options: { idempotencyKey?: string } = {},
): Promise<Stripe.Subscription> {
  const byCard = { collection_method: 'charge_automatically' } as const
  const { data: drafts } = await stripe.invoices.list({ subscription, status: 'draft', limit: MAX_DRAFTS })
  for (const { id, collection_method: method } of drafts) {
    if (id !== undefined && method !== byCard.collection_method) await stripe.invoices.update(id, byCard)
  }
  return await stripe.subscriptions.update(subscription, byCard, options)
}
