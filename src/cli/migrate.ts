import type { Command } from 'commander'
import type { JsonOption } from './base/options.ts'
import { printOutput } from './base/output.ts'
import { runWithRuntime } from './base/run.ts'

export const declare = (program: Command): Command =>
  program
    .command('migrate')
    .description('update the database schema')
    .option('--dry-run', 'only list the migrations that have not run yet')
    .option('--json', 'print JSON')
    .action((options: JsonOption & { dryRun?: boolean }) =>
      options.dryRun
        ? listPending(options)
        : // Opening the runtime migrates the schema.
          runWithRuntime(async () => ({ json: { ok: true }, text: 'The schema is up to date.' }), options, {
            createsDatabase: true,
            migrates: true,
          }),
    )

async function listPending(options: JsonOption): Promise<void> {
  const { readSettings } = await import('../platform/settings/settings.ts')
  const { openRuntime } = await import('../runtime/runtime.ts')
  const { readSchemaState } = await import('../platform/database/migrate.ts')
  const runtime = await openRuntime(readSettings(), {
    database: 'shared',
    mustExist: true,
    schema: 'leave',
    anySecretKey: true,
  })
  try {
    const { pending, unknown } = await readSchemaState(runtime.app.db)
    const lines = [
      ...(unknown.length > 0 ? [`Migrations of a newer version have run: ${unknown.join(', ')}`] : []),
      ...(pending.length > 0 ? ['Migrations that would run:', ...pending] : ['The schema is up to date.']),
    ]
    await printOutput({ json: { pending, unknown }, text: lines.join('\n') }, options)
  } finally {
    await runtime.close()
  }
}
