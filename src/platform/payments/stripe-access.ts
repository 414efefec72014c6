import type Stripe from 'stripe'
import type { Settings } from '../settings/settings.ts'

/** The version of Stripe's API that the pinned package, the requests and the webhook endpoint use. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/** One attempt, in milliseconds; the package makes up to two more. */
const TIMEOUT_MS = 10_000
const MAX_RETRIES = 2

/** The Stripe account that bills partners. */
export interface StripeAccess {
  /** Loads the package at the first call, so that processes that never bill save its 39 MB. */
  client(): Promise<Stripe>
  /** The signing secrets of the webhook endpoint: one, or two while it is replaced. */
  webhookSecrets: readonly string[]
  /** Whether the key is for the live mode, which moves real money. */
  isLive: boolean
}

type StripeSettings = Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecrets' | 'stripeUrl'>

/** The account in the settings; undefined without a key. */
export function createStripeAccess(settings: StripeSettings): StripeAccess | undefined {
  const { stripeSecretKey: key, stripeWebhookSecrets: webhookSecrets, stripeUrl } = settings
  if (key === undefined) return undefined
  let opened: Promise<Stripe> | undefined
  return {
    async client() {
      opened ??= openClient(key, stripeUrl)
      return await opened
    },
    webhookSecrets,
    isLive: isLiveKey(key),
  }
}

/** Whether the key belongs to the live mode. */
export const isLiveKey = (key: string): boolean => /^[sr]k_live_/.test(key)

async function openClient(key: string, url: string | undefined): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe')
  const address = url === undefined ? undefined : new URL(url)
  return new Client(key, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: MAX_RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Plumbline' },
    ...(address && { protocol: 'http' as const, host: address.hostname, port: Number(address.port || 80) }),
  })
}
