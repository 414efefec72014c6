import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { getDelivery, sendTest } from '../../features/webhooks/deliveries/service.ts'
import { findEndpointAccount } from '../../features/webhooks/endpoints/service.ts'
import { isSignedByCurrent } from '../../features/webhooks/rotation/service.ts'
import { readHeaders } from '../../features/webhooks/rules.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook test' }

const MAX_WAIT_MS = 15_000
const POLL_MS = 100

export const declare = (webhook: Command): Command =>
  webhook
    .command('test')
    .description('send a test to a webhook')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runWebhookTest(app, id), options))

/** Sends a test, waits for the first attempt, and verifies the signature that was sent as a receiver would. */
export async function runWebhookTest(app: App, endpointId: string): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  const { id } = await sendTest(app, AUTHOR, { account, endpointId })
  const until = Date.now() + MAX_WAIT_MS
  for (;;) {
    const { state, eventId, attempts, lastStatus, lastError, body, log } = await getDelivery(app, account, id)
    if (attempts > 0 || Date.now() > until) {
      const error = lastError ?? (attempts === 0 ? 'It has not been sent yet. Is the service running?' : undefined)
      const outcome = { ...(lastStatus !== undefined && { status: lastStatus }), ...(error && { error }) }
      const headers = readHeaders(log.at(-1)?.requestHeaders)
      const signature = headers['x-service-signature'] ?? ''
      const matches = await isSignedByCurrent(app, endpointId, { body, headers })
      const signatureCheck = matches ? 'matches the current secret' : 'nothing was sent, so there is nothing to check'
      return listFields({ id, eventId, state, ...outcome, signature, signatureCheck })
    }
    await sleep(POLL_MS)
  }
}
