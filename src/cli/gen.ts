import type { Command } from 'commander'
import { withRuntime } from './base/run.ts'

export const declare = (program: Command): Command =>
  program
    .command('gen', { hidden: true })
    .description('write the generated files of the checkout')
    .action(async () => {
      const { generate } = await import('../runtime/gen/files.ts')
      const { renderCommandsPage } = await import('./commands-page.ts')
      await withRuntime((runtime) => generate(runtime, renderCommandsPage(program)), { createsDatabase: true })
    })
