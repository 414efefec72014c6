import { readFileSync } from 'node:fs'
import type { Http } from '../api.ts'
import { FONT_FILES } from '../shared/html/font.ts'

/** Cached indefinitely, because names change with the version of the font. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The files of the font of our pages, from memory. */
export function fontRoutes(http: Http): void {
  for (const [path, source] of Object.entries(FONT_FILES)) {
    const content = readFileSync(new URL(import.meta.resolve(source)))
    http.get(path, { schema: { hide: true }, config: { linkCost: 0, isPageFile: true } }, async (_request, reply) =>
      reply.headers({ 'Cache-Control': FOREVER, 'Content-Type': 'font/woff2' }).send(content),
    )
  }
}
