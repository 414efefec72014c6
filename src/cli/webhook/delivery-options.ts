import type { Command } from 'commander'
import { EVENT_TYPES } from '../../features/events/rules.ts'
import type { DeliveryQuery } from '../../features/webhooks/deliveries/service.ts'
import { TEST_TYPE } from '../../features/webhooks/rules.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { readTime, wholeNumber } from '../base/options.ts'

const TYPES: readonly string[] = [...EVENT_TYPES, TEST_TYPE]
const STATES = ['pending', 'delivered', 'failed', 'canceled'] as const

/** The options that select deliveries, as they are on the command line. */
export interface DeliveryOptions {
  delivery?: number
  endpoint?: string
  type?: string
  state?: string
  since?: string
  until?: string
}

export const declareDeliveryOptions = (command: Command): Command =>
  command
    .option('--delivery <id>', 'one delivery', wholeNumber)
    .option('--endpoint <id>', 'deliveries of this webhook')
    .option('--type <type>', 'deliveries of this event type')
    .option('--state <state>', 'pending, delivered, failed or canceled')
    .option('--since <time>', 'created at this time or later')
    .option('--until <time>', 'created before this time')
    .option('--json', 'print JSON')

/** The deliveries that the options select, other than by `--delivery`. Throws CommandFailure for a value that is not valid. */
export function readDeliveryQuery({ endpoint, type, state, since, until }: DeliveryOptions): DeliveryQuery {
  const known = STATES.find((candidate) => candidate === state)
  if (state !== undefined && known === undefined)
    throw new CommandFailure(`--state must be one of ${STATES.join(', ')}.`)
  if (type !== undefined && !TYPES.includes(type))
    throw new CommandFailure(`--type must be one of ${TYPES.join(', ')}.`)
  return {
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(type !== undefined && { type }),
    ...(known && { state: known }),
    ...(since !== undefined && { since: readTime('--since', since) }),
    ...(until !== undefined && { until: readTime('--until', until) }),
  }
}
