import type { Command } from 'commander'
import { withRuntime } from './base/run.ts'

export const declare = (program: Command): Command =>
  program
    .command('gen', { hidden: true })
    .description('write the generated files of the checkout')
    .action(async () => {
      const { generate } = await import('../runtime/gen/files.ts')
      await withRuntime(generate)
    })
