import type { Command } from 'commander'
import { readSettings } from '../platform/settings/settings.ts'

export const declare = (program: Command): Command =>
  program
    .command('serve')
    .description('run the API and the pages only, on DATABASE_URL')
    .action(async () => {
      const { serve } = await import('../runtime/up.ts')
      await serve(readSettings())
    })
