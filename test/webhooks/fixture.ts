import { findAccount } from '../../src/features/accounts/service.ts'
import { setEndpoint } from '../../src/features/webhooks/endpoints/service.ts'
import { startDeliveries } from '../../src/features/webhooks/sending/jobs.ts'
import { AUTHOR } from '../harness/accounts.ts'
import type { Api } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { eventually } from '../runs/eventually.ts'

export const RETRIES = [60, 300, 1800, 7200, 43_200]

/** Sends webhooks in this process until disposed of. */
export function deliver(api: Api, options: { retrySeconds?: number[]; graceMs?: number; concurrency?: number } = {}) {
  const { retrySeconds = RETRIES, ...more } = options
  const deliveries = startDeliveries(api.app, { databaseUrl: api.databaseUrl, retrySeconds, ...more })
  return { stop: deliveries.stop, [Symbol.asyncDispose]: deliveries.stop }
}

/** Sets the webhook of an account. */
export async function hook(
  api: Api,
  accountId: string,
  url: string,
  more: { secret?: string; events?: string[]; another?: boolean } = {},
) {
  return await setEndpoint(api.app, AUTHOR, await findAccount(api.app, accountId), { url, ...more })
}

export const deliveriesOf = (api: Api, endpointId: string) =>
  api.db.selectFrom('deliveries').selectAll().where('endpoint_id', '=', endpointId).orderBy('id').execute()

export const attemptsOf = (api: Api, deliveryId: number) =>
  api.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('started_at')
    .execute()

/** The endpoint's deliveries once this many attempts are recorded. */
export const waitForAttempts = (api: Api, endpointId: string, attempts: number) =>
  eventually(`${attempts} attempts are recorded`, async () => {
    const rows = await deliveriesOf(api, endpointId)
    return rows.reduce((sum, row) => sum + row.attempts, 0) >= attempts ? rows : undefined
  })

/** Creates a customer, which emits an event. */
export async function emit(client: Client, name = 'Umbrella') {
  return await client.post('/v1/partner/customers', { name, tenantId: '11111111-1111-4111-8111-111111111111' })
}
