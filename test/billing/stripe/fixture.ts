import { sql } from 'kysely'
import type Stripe from 'stripe'
import { setCatalogue } from '../../../src/features/billing/stripe/catalogue/service.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { createStripeAccess, type StripeAccess } from '../../../src/platform/payments/stripe-access.ts'
import type { Actor } from '../../../src/shared/actor.ts'
import type { Plan } from '../../../src/shared/plans.ts'
import { type StripeSimulator, startStripe } from '../../../src/simulator/stripe/server.ts'
import { type Api, type ApiOptions, startApi } from '../../harness/api.ts'
import { required } from '../../harness/database.ts'
import { carryOutStripeJobs } from './jobs.ts'

/** The whole service with a simulated Stripe, whose events reach it over HTTPS; both have the clock of the test. */
export interface StripeFixture extends AsyncDisposable {
  api: Api
  simulator: StripeSimulator
  stripe: Stripe
  access: StripeAccess
  clock: { now: Date }
  /** A partner whose subscription exists at Stripe. */
  partner(name: string, plan?: Plan): Promise<Actor>
  /** Our copy of a partner's subscription. */
  mirror(partnerId: string): Promise<Mirror>
  /** Carries out the jobs of the adapter until none is due; returns the names of those that it carried out. */
  work(): Promise<string[]>
  /** Waits until all events have arrived, and carries out the jobs that they cause. */
  follow(): Promise<string[]>
  /** Advances the clock of both, and carries out what becomes due. */
  pass(seconds: number): Promise<void>
}

export interface Mirror {
  status: string
  plan: string
  billing: string
  currency: string
  period_start: Date
  period_end: Date
  stripe_customer_id: string
  stripe_subscription_id: string
  stripe_item_id: string
  has_open_invoices: boolean
  dunning_mails: string[]
  stops_at: Date | null
  sync_lease: string | null
}

export const DAY_S = 86_400

export async function openStripe(options: ApiOptions & { start?: string } = {}): Promise<StripeFixture> {
  const clock = { now: new Date(options.start ?? '2027-05-01T00:00:00Z') }
  const { ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const simulator = await startStripe({ now: () => clock.now.getTime(), ca })
  const secrets: string[] = []
  const access = createStripeAccess({
    stripeSecretKey: 'sk_test_123',
    stripeWebhookSecrets: secrets,
    stripeUrl: simulator.url,
  })
  if (!access) throw new Error('there is a key')
  const api = await startApi({ now: () => clock.now, stripe: access, ...options })
  const stripe = await access.client()
  const seeded = await setCatalogue(stripe, { baseUrl: api.baseUrl })
  secrets.push(...seeded.flatMap(({ secret }) => secret ?? []))
  const work = () => carryOutStripeJobs(api.app)
  const follow = async (): Promise<string[]> => {
    await simulator.webhooks.idle()
    return await work()
  }
  return {
    api,
    simulator,
    stripe,
    access,
    clock,
    work,
    follow,
    async partner(name, plan = 'starter') {
      const actor = await api.partner(name, plan)
      await follow()
      return actor
    },
    async mirror(partnerId) {
      const { rows } = await sql<Mirror>`select * from subscriptions where partner_id = ${partnerId}`.execute(api.db)
      const [row] = rows
      if (!row) throw new Error('the partner has no subscription')
      return row
    },
    async pass(seconds) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
      simulator.advance(0)
      await follow()
    },
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await api[Symbol.asyncDispose]()
    },
  }
}
