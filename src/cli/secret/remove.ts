import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { forgetKey, listKeyIds } from '../../platform/database/secret-key-ids.ts'
import { currentKeySince, removeOldKey, type SecretSource } from '../../platform/secret-keys.ts'
import type { Principal } from '../../shared/actor.ts'
import { currentKey, toSecretKey } from '../../shared/crypto/key-ring.ts'
import { CommandFailure } from '../base/command-failure.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithRuntime } from '../base/run.ts'
import { changeKeys, environmentKeys, recordKeyChange } from './key-changes.ts'
import { countRows, countSealed } from './sealed-rows.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'secret remove' }

/** By then, a transaction that sealed under the old key just before a rotation has ended. */
const ROTATION_GRACE_MS = 60_000

export const declare = (secret: Command): Command =>
  secret
    .command('remove')
    .description('remove an old secret key from the data folder once no row needs it, or give up a key that is lost')
    .argument('<id>', 'id of the key')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) =>
      runWithRuntime(({ app, settings }) => runSecretRemove(app, settings, id), options, { anySecretKey: true }),
    )

export async function runSecretRemove(app: App, source: SecretSource, id: string): Promise<Output> {
  const isLost = !app.secrets.reload().some((key) => key.id === id) && (await listKeyIds(app.db)).includes(id)
  if (isLost) return await forgetLostKey(app, id)
  requireRemovable(app, source, id)
  await changeKeys(app, async (tx) => {
    const { byKey, without } = await countSealed(app)
    const rows = (byKey.get(id) ?? 0) + without
    if (rows > 0) {
      throw new CommandFailure(
        `${countRows(rows)} may still need this key. Run "plumbline secret reseal", then try again; what a run in progress has read is deleted when the run ends.`,
      )
    }
    await recordKeyChange(app, tx, AUTHOR, { action: 'secret.removed', keyId: id, details: {} })
    await forgetKey(tx, id)
    if (!(await removeOldKey(source.dataDir, id)))
      throw new CommandFailure(`${source.dataDir} does not contain this key.`)
  })
  const { text } = listFields({ id, status: 'removed' })
  return { json: { id, status: 'removed' }, text: `${text}\nReport links that were signed with it no longer work.` }
}

/** The service refuses to start without a key that was used, until the operator says that it is lost for good. */
async function forgetLostKey(app: App, id: string): Promise<Output> {
  await changeKeys(app, async (tx) => {
    await recordKeyChange(app, tx, AUTHOR, { action: 'secret.removed', keyId: id, details: { lost: true } })
    await forgetKey(tx, id)
  })
  const { text } = listFields({ id, status: 'given up' })
  return {
    json: { id, status: 'given up' },
    text: `${text}\nWhat was sealed under it cannot be opened; the service starts with the key that it has.`,
  }
}

function requireRemovable(app: App, source: SecretSource, id: string): void {
  const keys = app.secrets.reload()
  if (!keys.some((key) => key.id === id)) throw new CommandFailure(`Secret key ${id.slice(0, 50)} not found.`)
  if (currentKey(app.secrets).id === id) {
    throw new CommandFailure('This is the current secret key. Run "plumbline secret rotate" first.')
  }
  if (environmentKeys(source).some((key) => toSecretKey(key).id === id)) {
    throw new CommandFailure('This key comes from the environment. Remove it from PLUMBLINE_SECRET_KEYS_OLD.')
  }
  const since = currentKeySince(source.dataDir)
  if (since && app.now().getTime() - since.getTime() < ROTATION_GRACE_MS) {
    throw new CommandFailure(
      'The secret key was rotated less than a minute ago. Wait a minute: a request may still use it.',
    )
  }
}
