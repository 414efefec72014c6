import { resolve } from 'node:path'
import type { Command } from 'commander'
import { describeRestored } from './backup.ts'
import { withNamedFile } from './base/named-file.ts'
import type { JsonOption } from './base/options.ts'
import { printOutput } from './base/output.ts'

interface Options extends JsonOption {
  dataDir: string
  secretKey?: string
}

export const declare = (program: Command): Command =>
  program
    .command('restore')
    .description('restore a backup into an empty data folder, after checking it')
    .argument('<file>', 'file that "plumbline backup" wrote')
    .requiredOption('--data-dir <folder>', 'folder that is empty or does not exist')
    .option(
      '--secret-key <file>',
      'file with the secret keys, the current one on the first line; by default that of PLUMBLINE_SECRET_KEY',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      const { readSettings } = await import('../platform/settings/settings.ts')
      const { restoreBackup } = await import('../runtime/backup/restore.ts')
      const { readGivenKeys } = await import('../platform/secret-keys.ts')
      const dataDir = resolve(options.dataDir)
      const keys = await readGivenKeys(options.secretKey, readSettings())
      const path = resolve(file)
      const restored = await withNamedFile(path, 'read', async () => await restoreBackup(path, dataDir, keys))
      const sentence =
        restored.secretKey === 'right'
          ? `Restored. Start the service with PLUMBLINE_DATA_DIR=${dataDir}.`
          : `Restored, but without the secret key: put secret-key (and secret-keys-old) into ${dataDir} before you start the service.`
      await printOutput(describeRestored(restored, sentence), options)
    })
