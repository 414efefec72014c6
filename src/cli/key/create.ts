import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { createKey } from '../../features/keys/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readTime, wholeNumber } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { requireSlot } from './slot.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'key create' }

interface Options {
  slot?: number
  expires?: string
}

export const declare = (key: Command): Command =>
  key
    .command('create')
    .description('create a key in a free slot and print it; it is never shown again')
    .argument('<account>', 'id of a partner or distributor')
    .option('--slot <number>', '1 or 2; by default the first free one', wholeNumber)
    .option('--expires <time>', 'when it expires, for example 2027-01-31T12:00:00Z; by default never')
    .option('--json', 'print JSON')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runKeyCreate(app, account, options), options),
    )

/** The only time that the key is shown. */
export async function runKeyCreate(app: App, accountId: string, options: Options): Promise<Output> {
  const requestedSlot = options.slot === undefined ? undefined : requireSlot(options.slot)
  const expiresAt = options.expires === undefined ? undefined : readTime('--expires', options.expires)
  if (expiresAt && expiresAt <= app.now()) throw new CommandFailure('--expires must be in the future.')
  const account = await findAccount(app, accountId)
  const { slot, key, createdAt } = await createKey(app, AUTHOR, account, {
    ...(requestedSlot !== undefined && { slot: requestedSlot }),
    ...(expiresAt && { expiresAt }),
  })
  return listFields({ slot, key, createdAt: createdAt.toISOString() })
}
