import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { LINK_DAYS } from '../../features/reports/rules.ts'
import { recordKey } from '../../platform/database/secret-key-ids.ts'
import { newSecretKey, rotateSecretKey, type SecretSource } from '../../platform/secret-keys.ts'
import type { Principal } from '../../shared/actor.ts'
import { currentKey, toSecretKey } from '../../shared/crypto/key-ring.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithRuntime } from '../base/run.ts'
import { changeKeys, recordKeyChange } from './key-changes.ts'
import { adviseOn, createRowProgress, resealAndCount } from './sealed-rows.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'secret rotate' }

export const declare = (secret: Command): Command =>
  secret
    .command('rotate')
    .description('generate a new secret key and re-encrypt all rows with it')
    .option('--json', 'print JSON')
    .action((options: JsonOption) =>
      runWithRuntime(({ app, settings }) => runSecretRotate(app, settings, createRowProgress()), options),
    )

/** The old key stays in the data folder, for the rows that could not be sealed again. */
export async function runSecretRotate(
  app: App,
  source: SecretSource,
  onProgress: (rows: number) => void,
): Promise<Output> {
  if (source.secretKey !== undefined) return explainRotation(newSecretKey())
  const oldId = currentKey(app.secrets).id
  const key = newSecretKey()
  const { id } = toSecretKey(key)
  await changeKeys(app, async (tx) => {
    await recordKeyChange(app, tx, AUTHOR, { action: 'secret.rotated', keyId: id, details: { oldId } })
    await recordKey(tx, toSecretKey(key))
    await rotateSecretKey(source.dataDir, key)
  })
  app.secrets.reload()
  const rows = await resealAndCount(app, onProgress)
  const { text } = listFields({ id, oldId, ...rows })
  const note =
    'Services that use this data folder switch to the new key within a second. Back up the data folder now: data encrypted from now on can only be decrypted with the new key.'
  return { json: { id, oldId, ...rows }, text: [text, note, ...adviseOn(rows)].join('\n') }
}

/** Only the operator can change the environment, so nothing has changed yet. */
function explainRotation(key: string): Output {
  const { id } = toSecretKey(key)
  const text = `PLUMBLINE_SECRET_KEY is set in the environment, so nothing has been changed. This is a new key, shown once:

  ${key}

1. Put it first into PLUMBLINE_SECRET_KEYS_OLD of every process, before what is there, separated by a comma; restart them.
   From then on all of them can open what is sealed under it. If you stop all processes at once, begin with step 2.
2. Swap the two in every process, and restart them:
   PLUMBLINE_SECRET_KEY=the new key
   PLUMBLINE_SECRET_KEYS_OLD=the value that PLUMBLINE_SECRET_KEY has now, and those that were there before
3. Run "plumbline secret reseal" with the same settings, until no row remains under the old key.
4. After ${LINK_DAYS} days, when all report links that were mailed have ended, take the old key out of PLUMBLINE_SECRET_KEYS_OLD.`
  return { json: { changed: false, id, key }, text }
}
