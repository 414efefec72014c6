import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { revokeKey } from '../../features/keys/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, wholeNumber } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { requireSlot } from './slot.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'key revoke' }

interface Options {
  slot: number
}

export const declare = (key: Command): Command =>
  key
    .command('revoke')
    .description('revoke a key at once')
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--slot <number>', '1 or 2', wholeNumber)
    .option('--json', 'print JSON')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runKeyRevoke(app, account, options), options),
    )

export async function runKeyRevoke(app: App, accountId: string, options: Options): Promise<Output> {
  const slot = requireSlot(options.slot)
  const account = await findAccount(app, accountId)
  await revokeKey(app, AUTHOR, account, slot)
  return listFields({ id: accountId, slot, status: 'revoked' })
}
