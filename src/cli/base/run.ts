import type { App } from '../../app.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { JsonOption } from './options.ts'
import { type Output, printOutput } from './output.ts'

/** Opens the database of the running service, or starts the embedded one for the duration of the command. */
export async function withRuntime(use: (runtime: Runtime) => Promise<void>): Promise<void> {
  // Loaded here, so that help and usage errors are shown at once.
  const { readSettings } = await import('../../platform/settings/settings.ts')
  const { openRuntime } = await import('../../runtime/runtime.ts')
  const runtime = await openRuntime(readSettings(), { database: 'shared' })
  try {
    await use(runtime)
  } finally {
    await runtime.close()
  }
}

/** Runs a command on the open runtime and prints its output. */
export const runWithRuntime = (command: (runtime: Runtime) => Promise<Output>, options: JsonOption): Promise<void> =>
  withRuntime(async (runtime) => printOutput(await command(runtime), options))

/** As `runWithRuntime`, for commands that need nothing but the app. */
export const runWithApp = (command: (app: App) => Promise<Output>, options: JsonOption): Promise<void> =>
  runWithRuntime(({ app }) => command(app), options)
