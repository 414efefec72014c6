/** A reader process that leaves its number in a folder. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveReader } from '../../src/graph/reader/serve.ts'

writeFileSync(join(process.env.READERS_FOLDER ?? '', String(process.pid)), '')
serveReader()
