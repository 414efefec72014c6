import type { App } from '../app.ts'
import type { Output } from '../commands/output.ts'

/** The option that every command has. */
export interface Json {
  json?: boolean
}

/** How a command is carried out: with the running service's inside, its output shown as the options say. */
export interface Carrier {
  run: (command: (app: App) => Promise<Output>, options: Json) => Promise<void>
  wholeNumber: (text: string) => number
}
