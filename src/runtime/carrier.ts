import type { App } from '../app.ts'
import type { Output } from '../cli/output.ts'
import type { Runtime } from './runtime.ts'

/** The option that every command has. */
export interface Json {
  json?: boolean
}

/** How a command is carried out: with the running service's inside, its output shown as the options say. */
export interface Carrier {
  run: (command: (app: App) => Promise<Output>, options: Json) => Promise<void>
  /** As `run`, for commands that need the settings as well. */
  runWith: (command: (runtime: Runtime) => Promise<Output>, options: Json) => Promise<void>
  /** Shows one line on a terminal that is written over, and nothing elsewhere. */
  progress: () => (line: string) => void
  wholeNumber: (text: string) => number
}
