import { resolve } from 'node:path'
import type { Command } from 'commander'
import { withNamedFile } from './base/named-file.ts'
import type { JsonOption } from './base/options.ts'
import { listFields, printOutput } from './base/output.ts'

export const declare = (program: Command): Command =>
  program
    .command('import')
    .description('load an export into a database on which only "plumbline migrate" has run')
    .argument('<file>', 'file that "plumbline export" wrote')
    .option('--json', 'print JSON')
    .action(async (file: string, options: JsonOption) => {
      const { withOwnerUrl } = await import('./base/owner-url.ts')
      const { readSettings } = await import('../platform/settings/settings.ts')
      const { importExport } = await import('../runtime/backup/import.ts')
      await withOwnerUrl(readSettings(), async (url) => {
        const path = resolve(file)
        const rows = await withNamedFile(path, 'read', async () => await importExport(url, path))
        const total = Object.values(rows).reduce((sum, n) => sum + n, 0)
        const { text } = listFields({ rows: total })
        const note = 'Start the service with the secret keys of the service that was exported.'
        await printOutput({ json: { rows }, text: `${text}\n${note}` }, options)
      })
    })
