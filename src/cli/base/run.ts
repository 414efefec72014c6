import type { App } from '../../app.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { JsonOption } from './options.ts'
import { type Output, printOutput } from './output.ts'

/** What a command does if the database does not exist yet: the first command of a service creates it, all others fail. */
interface DatabaseUse {
  createsDatabase?: boolean
  /** Migrates a server of the operator's own as well; the embedded database is migrated by every command. */
  migrates?: boolean
  /** Runs even if the secret key is not that of the database. */
  anySecretKey?: boolean
}

/** Opens the database of the running service, or starts the embedded one for the duration of the command. */
export async function withRuntime(
  use: (runtime: Runtime) => Promise<void>,
  { createsDatabase = false, migrates = false, anySecretKey = false }: DatabaseUse = {},
): Promise<void> {
  // Loaded here, so that help and usage errors are shown at once.
  const { readSettings } = await import('../../platform/settings/settings.ts')
  const { openRuntime } = await import('../../runtime/runtime.ts')
  const { withServiceAddress } = await import('../../platform/settings/service-address.ts')
  const settings = await withServiceAddress(readSettings())
  const runtime = await openRuntime(settings, {
    database: 'shared',
    mustExist: !createsDatabase,
    schema: migrates || settings.databaseUrl === undefined ? 'migrate' : 'require',
    anySecretKey,
  })
  try {
    await use(runtime)
  } finally {
    await runtime.close()
  }
}

/** Runs a command on the open runtime and prints its output. */
export const runWithRuntime = (
  command: (runtime: Runtime) => Promise<Output>,
  options: JsonOption,
  database?: DatabaseUse,
): Promise<void> => withRuntime(async (runtime) => printOutput(await command(runtime), options), database)

/** As `runWithRuntime`, for commands that need nothing but the app. */
export const runWithApp = (
  command: (app: App) => Promise<Output>,
  options: JsonOption,
  database?: DatabaseUse,
): Promise<void> => runWithRuntime(({ app }) => command(app), options, database)
