import type { Command } from 'commander'
import type { App } from '../../app.ts'
import type { SecretSource } from '../../platform/secret-keys.ts'
import { toSecretKey } from '../../shared/crypto/key-ring.ts'
import type { JsonOption } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithRuntime } from '../base/run.ts'
import { environmentKeys } from './key-changes.ts'
import { countRows, countSealed } from './sealed-rows.ts'

export const declare = (secret: Command): Command =>
  secret
    .command('list')
    .description('list the ids of the secret keys, with the number of rows under each; never the keys themselves')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithRuntime(({ app, settings }) => runSecretList(app, settings), options))

export async function runSecretList(app: App, source: SecretSource): Promise<Output> {
  const { byKey, without, unreadable } = await countSealed(app)
  const given = new Set(environmentKeys(source).map((key) => toSecretKey(key).id))
  const keys = [...byKey].map(([id, rows], index) => ({
    id,
    current: index === 0,
    source: given.has(id) ? 'environment' : 'dataFolder',
    rows,
  }))
  const lines = keys.map(({ id, current, source, rows }) =>
    [
      id,
      current ? 'current' : 'old    ',
      source === 'environment' ? 'environment' : 'data folder',
      countRows(rows),
    ].join('  '),
  )
  if (without > 0) lines.push(`${countRows(without)} under none of these ids, as version 0.1 sealed them`)
  if (unreadable.length > 0) lines.push(`Rows that cannot be decrypted with these keys: ${unreadable.join(', ')}`)
  return { json: { keys, rowsWithoutKey: without, unreadable }, text: lines.join('\n') }
}
