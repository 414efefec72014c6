/** A reader process that writes its number to a folder. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveReader } from '../../src/graph/reader/serve.ts'

writeFileSync(join(process.env.READERS_FOLDER ?? '', String(process.pid)), '')
serveReader()
