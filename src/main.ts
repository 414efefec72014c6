import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import type { Output } from './cli/output.ts'
import type { Settings } from './platform/settings/settings.ts'
import { addAccountCommands } from './runtime/account-commands.ts'
import { addApprovalCommands } from './runtime/approval-commands.ts'
import type { Runtime } from './runtime/runtime.ts'
import { addSecretCommands } from './runtime/secret-commands.ts'
import { addWebhookCommands } from './runtime/webhook-commands.ts'
import { VERSION } from './shared/version.ts'

// Compiled code is kept for the next start, with its types already stripped: that start takes two thirds of the time and
// 17 MB less, as the type stripper need not be loaded. Where the folder cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/plumbline'))

// Each command loads what it needs and no more: `assess` starts without a database driver, `up` without a terminal table.

/** Errors whose message is meant for people; anything else is a fault and is shown with its stack. */
const SPOKEN = new Set([
  'BadSetting',
  'LaunchFailure',
  'CommandFailure',
  'Problem',
  'CollectFailure',
  'SnapshotFileError',
  'DataDirInUse',
  'EmbeddedPostgresError',
])

const EXIT_FAILED = 1
const EXIT_USAGE = 2

async function main(): Promise<void> {
  const program = new Command('plumbline')
    .description('Security assessments of productivity suite tenants, for managed service providers.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError()

  program
    .command('up')
    .description('run everything in one process: database, API, worker, pages')
    .option('--sandbox', 'add simulated tenants, sample accounts and a first run')
    .action(async (options: { sandbox?: boolean }) => {
      const { up } = await import('./runtime/up.ts')
      await up(await settings(), { sandbox: options.sandbox ?? false })
    })

  program
    .command('serve')
    .description('run the API and the pages only, on DATABASE_URL')
    .action(async () => (await import('./runtime/up.ts')).serve(await settings()))

  program
    .command('work')
    .description('run a worker only, on DATABASE_URL')
    .action(async () => (await import('./runtime/up.ts')).work(await settings()))

  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      // Opening the database does it.
      await withRuntime(async () => show({ json: { ok: true }, text: 'The schema is up to date.' }, options))
    })

  program
    .command('doctor')
    .description('check everything the service depends on')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { runDoctor } = await import('./cli/doctor.ts')
      const { openRuntime } = await import('./runtime/runtime.ts')
      const { readSource } = await import('./runtime/source.ts')
      const { describeDataDir } = await import('./platform/embedded-postgres/data-dir.ts')
      const { createMailer } = await import('./platform/mailer.ts')
      const { checkServicesRespond } = await import('./graph/transport/reach.ts')
      const current = await settings()
      const { smtpUrl: url } = current
      const output = await runDoctor({
        open: () => openRuntime(current, { database: 'shared', keepSchema: true }),
        dataDir: () => describeDataDir(current.dataDir),
        source: async () => checkServicesRespond(await readSource(current)),
        ...(url !== undefined && { mail: () => createMailer({ url, from: 'doctor@localhost' }).check() }),
      })
      await show(output, options)
      if (!output.ok) process.exitCode = EXIT_FAILED
    })

  addAccountCommands(program, carrier)
  addApprovalCommands(program, carrier)

  program
    .command('report')
    .description('print a link to the report of a run, or write the report to a file')
    .argument('<run>', 'id of the run')
    .option('--out <file>', 'write the report to this file')
    .option('--format <format>', 'html, pdf (the default), csv, json or oscal; with --out')
    .option('--json', 'print JSON')
    .action(async (run: string, options: { out?: string; format?: string; json?: boolean }) => {
      const { runReport } = await import('./cli/report.ts')
      await withRuntime(async ({ app }) => show(await runReport(app, run, options), options))
    })

  program
    .command('mail')
    .description('list the newest mails, or show one')
    .argument('[id]', 'id of a mail')
    .option('--limit <count>', 'how many to list', wholeNumber)
    .option('--waiting', 'only those that wait')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: { limit?: number; waiting?: boolean; json?: boolean }) => {
      const { runMail } = await import('./cli/mail.ts')
      const { limit, waiting = false } = options
      const asked = { waiting, ...(id !== undefined && { id }), ...(limit !== undefined && { limit }) }
      await withRuntime(async ({ app }) => show(await runMail(app, asked), options))
    })

  addWebhookCommands(program, carrier)

  addSecretCommands(program, carrier)

  program
    .command('snapshot')
    .description('read a tenant into a snapshot file')
    .requiredOption('--tenant <guid>', 'tenant id')
    .requiredOption('--out <file>', 'file to write')
    .option('--json', 'print JSON')
    .action(async (options: { tenant: string; out: string; json?: boolean }) => {
      const { runSnapshot } = await import('./cli/snapshot.ts')
      const { openTenantReader } = await import('./runtime/tenant-reader.ts')
      const current = await settings()
      const reader = await openTenantReader(current)
      try {
        const onProgress = progress()
        const output = await runSnapshot(reader.collect, {
          ...options,
          deadlineMs: current.runSeconds * 1000,
          onProgress,
        })
        await show(output, options)
      } finally {
        await reader.close()
      }
    })

  program
    .command('permissions')
    .description('print the permissions that a tenant is asked to consent to')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { runPermissions } = await import('./cli/permissions.ts')
      const { consentForm } = await import('./runtime/consent-form.ts')
      await show(runPermissions(await consentForm(await settings())), options)
    })

  program
    .command('assess')
    .description('judge a snapshot file, without server or database')
    .argument('<file>', 'snapshot file')
    .requiredOption('--product <id>', 'product, as in essential-eight')
    .option('--target <level>', 'maturity level to judge against', wholeNumber)
    .option('--answers <file>', 'answers file')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { product: string; target?: number; answers?: string; json?: boolean }) => {
      const { runAssess } = await import('./cli/assess.ts')
      const terminal = { width: process.stdout.columns ?? 100, colour: process.stdout.hasColors?.() ?? false }
      await show(await runAssess(file, { ...options, ...terminal }), options)
    })

  program
    .command('gen', { hidden: true })
    .description('write the generated files of the checkout')
    .action(async () => {
      const { generate } = await import('./runtime/gen.ts')
      await withRuntime(generate)
    })

  await program.parseAsync()
}

/** How commands that need the service's inside are carried out. */
const carrier = {
  wholeNumber,
  progress,
  runWith: (command: (runtime: Runtime) => Promise<Output>, options: { json?: boolean }) =>
    withRuntime(async (runtime) => show(await command(runtime), options)),
  run: (command: (app: Runtime['app']) => Promise<Output>, options: { json?: boolean }) =>
    withRuntime(async ({ app }) => show(await command(app), options)),
}

const settings = async (): Promise<Settings> => (await import('./platform/settings/settings.ts')).readSettings()

async function withRuntime(use: (runtime: Runtime) => Promise<void>): Promise<void> {
  const { openRuntime } = await import('./runtime/runtime.ts')
  const runtime = await openRuntime(await settings(), { database: 'shared' })
  try {
    await use(runtime)
  } finally {
    await runtime.close()
  }
}

/** Prints a command's output to its end. A reader that has seen enough, as `head`, is no failure. */
async function show(output: Output, options: { json?: boolean }): Promise<void> {
  const text = options.json ? JSON.stringify(output.json) : output.text
  const { stdout } = process
  stdout.once('error', () => {})
  await new Promise<void>((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => {
      if (!error || ('code' in error && error.code === 'EPIPE')) resolve()
      else reject(error)
    })
  })
}

/** One line that is written over on a terminal, and nothing where the output goes to a file. */
function progress(): (line: string) => void {
  if (!process.stderr.isTTY) return () => {}
  process.once('exit', () => process.stderr.write('\r\x1b[K'))
  return (line) => process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`)
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

main().then(
  // Idle connections of libraries must not keep a finished command alive.
  () => process.exit(),
  (error: unknown) => {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE)
    const spoken = error instanceof Error && SPOKEN.has(error.name)
    console.error(spoken ? error.message : error)
    process.exit(EXIT_FAILED)
  },
)
