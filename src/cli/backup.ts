import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Settings } from '../platform/settings/settings.ts'
import type { Restored } from '../runtime/backup/restore.ts'
import { CommandFailure } from './base/command-failure.ts'
import { withNamedFile } from './base/named-file.ts'
import type { JsonOption } from './base/options.ts'
import { listFields, type Output, printOutput } from './base/output.ts'

interface Options extends JsonOption {
  out?: string
  check?: string
  withSecretKey?: boolean
  secretKey?: string
}

export const declare = (program: Command): Command =>
  program
    .command('backup')
    .description('back up the embedded database and the certificates, also while the service runs')
    .option(
      '--out <file>',
      'file to write, or - for standard output; by default one named by the time, in PLUMBLINE_BACKUP_DIR or this folder',
    )
    .option('--with-secret-key', 'add the secret keys: anyone who has the file can then read everything')
    .option('--check <file>', 'check this backup by restoring it into a temporary folder')
    .option('--secret-key <file>', 'with --check: a file with the secret keys, the current one on the first line')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const { readSettings } = await import('../platform/settings/settings.ts')
      const settings = readSettings()
      if (options.check !== undefined) return await check(options.check, settings, options)
      await backUp(settings, options)
    })

async function check(file: string, settings: Settings, options: Options): Promise<void> {
  const { checkBackup } = await import('../runtime/backup/restore.ts')
  const { readGivenKeys, readSecretKeys } = await import('../platform/secret-keys.ts')
  const given = await readGivenKeys(options.secretKey, settings)
  const keys = given.length > 0 ? given : readSecretKeys(settings.dataDir)
  const path = resolve(file)
  const restored = await withNamedFile(path, 'read', async () => await checkBackup(path, keys))
  await printOutput(describeRestored(restored, 'The backup is sound.'), options)
}

async function backUp(settings: Settings, options: Options): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new CommandFailure(
      'This service uses the PostgreSQL server of DATABASE_URL. Back it up with its own tools: pg_dump --format=custom --file plumbline.dump "$DATABASE_URL", or pgBackRest. Back up the secret key separately.',
    )
  }
  const { withOwnerUrl } = await import('./base/owner-url.ts')
  const { writeBackup } = await import('../runtime/backup/create.ts')
  const { writeWholeFile } = await import('../platform/backup/whole-file.ts')
  const { nameBackup } = await import('../runtime/backup/calendar.ts')
  await withOwnerUrl(settings, async (ownerUrl) => {
    const source = { ownerUrl, dataDir: settings.dataDir, withSecretKeys: options.withSecretKey === true }
    if (options.out === '-') return void (await writeBackup(source, process.stdout))
    const file = resolve(options.out ?? join(settings.backupDir ?? '.', nameBackup(new Date())))
    await withNamedFile(file, 'written', () =>
      writeWholeFile(file, async (sink) => void (await writeBackup(source, sink))),
    )
    const note = source.withSecretKeys
      ? 'It contains the secret keys: anyone who has it can read everything.'
      : 'It does not contain the secret keys (secret-key, secret-keys-old): back them up separately.'
    await printOutput({ json: { file, hasSecretKeys: source.withSecretKeys }, text: `${file}\n${note}` }, options)
  })
}

/** The result of a restore or check. */
export function describeRestored({ info, rows, secretKey }: Restored, sentence: string): Output {
  const { text } = listFields({
    madeAt: info.madeAt,
    service: info.service,
    postgres: info.postgres,
    ...Object.fromEntries(
      Object.entries(rows).map(([table, n]) => [table, `${n} rows (${info.rows[table] ?? 0} when the backup began)`]),
    ),
    secretKey: secretKey === 'right' ? 'opens what is sealed' : 'not checked, because none was given',
  })
  const { madeAt, service, postgres } = info
  return { json: { madeAt, service, postgres, rows, rowsAtBackup: info.rows, secretKey }, text: `${text}\n${sentence}` }
}
