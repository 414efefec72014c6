import type { Command } from 'commander'
import { readSettings } from '../platform/settings/settings.ts'

export const declare = (program: Command): Command =>
  program
    .command('up')
    .description('run everything in one process: database, API, worker, pages')
    .option('--sandbox', 'add simulated tenants, sample accounts and a first run')
    .action(async (options: { sandbox?: boolean }) => {
      const { up } = await import('../runtime/up.ts')
      await up(readSettings(), { sandbox: options.sandbox ?? false })
    })
