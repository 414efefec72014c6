import type { Command } from 'commander'
import type { JsonOption } from './base/options.ts'
import { runWithRuntime } from './base/run.ts'

export const declare = (program: Command): Command =>
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--json', 'print JSON')
    .action((options: JsonOption) =>
      // Opening the runtime migrates the schema.
      runWithRuntime(async () => ({ json: { ok: true }, text: 'The schema is up to date.' }), options, {
        createsDatabase: true,
      }),
    )
