import type { Command } from 'commander'
import { readSettings } from '../platform/settings/settings.ts'

export const declare = (program: Command): Command =>
  program
    .command('work')
    .description('run a worker only, on DATABASE_URL')
    .action(async () => {
      const { work } = await import('../runtime/up.ts')
      await work(readSettings())
    })
