import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { currentKey } from '../../shared/crypto/key-ring.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { adviseOn, createRowProgress, resealAndCount } from './sealed-rows.ts'

export const declare = (secret: Command): Command =>
  secret
    .command('reseal')
    .description('re-encrypt all rows with the current secret key')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithApp((app) => runSecretReseal(app, createRowProgress()), options))

/** Continues where an earlier, interrupted call ended. */
export async function runSecretReseal(app: App, onProgress: (rows: number) => void): Promise<Output> {
  const fields = { id: currentKey(app.secrets).id, ...(await resealAndCount(app, onProgress)) }
  return { json: fields, text: [listFields(fields).text, ...adviseOn(fields)].join('\n') }
}
