/** The entry of a reader process: it reads and evaluates tenants, and ends with the process that started it. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// As in `main.ts`: the next reader starts in a third of the time.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/plumbline'))

// A terminal sends its signals to the whole group; the service decides when its readers end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const { serveReader } = await import('./serve.ts')
serveReader()
