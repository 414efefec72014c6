import type { StripeHealth } from '../../features/billing/stripe/repairs/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** Compares the account in the settings with the database. Throws what is wrong. */
export async function readStripe(settings: Settings): Promise<string> {
  const { openRuntime } = await import('../../runtime/runtime.ts')
  const { findStripeHealth } = await import('../../features/billing/stripe/repairs/service.ts')
  const { app, close } = await openRuntime(settings, { database: 'shared', schema: 'leave', anySecretKey: true })
  try {
    const { stripe } = app
    if (!stripe) return 'not configured'
    if (stripe.webhookSecrets.length === 0) throw new Error('STRIPE_WEBHOOK_SECRET is not set')
    return describeStripe(await findStripeHealth({ ...app, stripe }), app.now())
  } finally {
    await close()
  }
}

/** Describes the state of Stripe; throws what is wrong. */
export function describeStripe({ isLive, missingPrices, drift, newestEventAt }: StripeHealth, at: Date): string {
  const { subscriptions, differing, doubled, unprovisioned } = drift
  const wrong: string[] = []
  if (missingPrices.length > 0) wrong.push(`prices are missing or differ: ${missingPrices.join(', ')}`)
  if (differing.length > 0) wrong.push(`${differing.length} of ${subscriptions} subscriptions differ from Stripe`)
  if (doubled.length > 0) wrong.push(`partners with two subscriptions at Stripe: ${doubled.join(', ')}`)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  const newest = newestEventAt === undefined ? 'no event yet' : `newest event ${ageOf(newestEventAt, at)} ago`
  const waiting = unprovisioned.length > 0 ? `, ${unprovisioned.length} not created there yet` : ''
  return `${isLive ? 'live' : 'test'} mode, ${subscriptions} subscriptions agree${waiting}, ${newest}`
}

function ageOf(earlier: Date, at: Date): string {
  const minutes = Math.max(0, Math.round((at.getTime() - earlier.getTime()) / 60_000))
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
