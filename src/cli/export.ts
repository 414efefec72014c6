import { resolve } from 'node:path'
import type { Command } from 'commander'
import { withNamedFile } from './base/named-file.ts'
import type { JsonOption } from './base/options.ts'
import { listFields, printOutput } from './base/output.ts'

export const declare = (program: Command): Command =>
  program
    .command('export')
    .description('write all rows to a file, to move to another PostgreSQL server or major version')
    .option('--out <file>', 'file to write, or - for standard output', 'plumbline-export.tar.zst')
    .option('--json', 'print JSON')
    .action(async ({ out, ...options }: JsonOption & { out: string }) => {
      const { withOwnerUrl } = await import('./base/owner-url.ts')
      const { readSettings } = await import('../platform/settings/settings.ts')
      const { writeExport } = await import('../runtime/backup/export.ts')
      const { writeWholeFile } = await import('../platform/backup/whole-file.ts')
      await withOwnerUrl(readSettings(), async (url) => {
        if (out === '-') return void (await writeExport(url, process.stdout))
        const file = resolve(out)
        let rows = {}
        await withNamedFile(file, 'written', () =>
          writeWholeFile(file, async (sink) => {
            rows = await writeExport(url, sink)
          }),
        )
        const total = Object.values<number>(rows).reduce((sum, n) => sum + n, 0)
        const { text } = listFields({ file, rows: total })
        const note = 'Sealed values stay sealed: the other service needs the same secret keys.'
        await printOutput({ json: { file, rows }, text: `${text}\n${note}` }, options)
      })
    })
