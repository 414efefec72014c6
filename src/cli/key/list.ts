import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { listAccountKeys } from '../../features/keys/service.ts'
import type { JsonOption } from '../base/options.ts'
import { formatMinute, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

export const declare = (key: Command): Command =>
  key
    .command('list')
    .description('list the active keys of an account')
    .argument('<account>', 'id of a partner or distributor')
    .option('--json', 'print JSON')
    .action((account: string, options: JsonOption) => runWithApp((app) => runKeyList(app, account), options))

export async function runKeyList(app: App, accountId: string): Promise<Output> {
  const { keys } = await listAccountKeys(app, await findAccount(app, accountId))
  if (keys.length === 0) return { json: { keys }, text: 'The account has no key.' }
  const lines = keys.map(({ slot, prefix, last4, createdAt, lastUsedAt, expiresAt }) =>
    [
      `${slot}  ${prefix}...${last4}`,
      `created ${formatMinute(createdAt)}`,
      lastUsedAt ? `last used ${formatMinute(lastUsedAt)}` : 'never used',
      ...(expiresAt ? [`expires ${formatMinute(expiresAt)}`] : []),
    ].join('  '),
  )
  return { json: { keys }, text: lines.join('\n') }
}
