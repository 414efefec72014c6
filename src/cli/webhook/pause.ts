import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findEndpointAccount, pauseEndpoint } from '../../features/webhooks/endpoints/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { HOUR_MS } from '../../shared/dates/time-units.ts'
import { type JsonOption, wholeNumber } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { runWebhookResume } from './resume.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook pause' }

const DEFAULT_HOURS = 24

interface Options {
  hours?: number
}

export const declare = (webhook: Command): Command =>
  webhook
    .command('pause')
    .description('delay the deliveries of a webhook; they are sent after the pause')
    .argument('<webhook>', 'id of the webhook')
    .option('--hours <hours>', 'for how long; 0 ends a pause', wholeNumber)
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runWebhookPause(app, id, options), options),
    )

/** Delays deliveries for some hours; 0 hours ends the pause. */
export async function runWebhookPause(app: App, endpointId: string, options: Options): Promise<Output> {
  const { hours = DEFAULT_HOURS } = options
  if (hours === 0) return await runWebhookResume(app, endpointId)
  const account = await findEndpointAccount(app, endpointId)
  const until = new Date(app.now().getTime() + hours * HOUR_MS)
  await pauseEndpoint(app, AUTHOR, { account, endpointId }, until)
  return listFields({ id: endpointId, pausedUntil: until.toISOString() })
}
