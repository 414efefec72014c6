import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import type { Http } from '../../api.ts'
import { html, toHtml } from '../../shared/html/html.ts'
import { Problem } from '../../shared/problem.ts'
import { EXPLORER_STYLE } from './explorer-style.ts'
import { createDocument, type DocumentSource, type SendDocument } from './static-document.ts'

/** What the documentation page may load. Swagger UI has icons as data URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = toHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API explorer – Plumbline</title>
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/static/index.css">
<link rel="stylesheet" href="/api/docs/static/explorer.css">
<link rel="icon" type="image/svg+xml" href="/docs/files/icon.svg">
</head>
<body>
<p class="explorer">Plumbline API explorer · <a href="/docs/api">Calling the API</a> · <a href="/docs">Documentation</a></p>
<div id="swagger-ui"></div>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/static/initializer.js"></script>
</body>
</html>
`)

const INITIALIZER = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
})
`

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

const HTML: DocumentSource = {
  contentType: 'text/html; charset=utf-8',
  read: async () => Buffer.from(PAGE),
  headers: { 'Content-Security-Policy': POLICY },
}

/** A file of the Swagger UI package. */
const packaged = (name: string, contentType: string): DocumentSource => ({
  contentType,
  read: () => readFile(new URL(`static/${name}`, import.meta.resolve('@fastify/swagger-ui'))),
})

/** The files of the page, by name: a requested name never becomes a path. */
const FILES: ReadonlyMap<string, DocumentSource> = new Map([
  ['swagger-ui.css', packaged('swagger-ui.css', STYLE)],
  ['index.css', packaged('index.css', STYLE)],
  ['swagger-ui-bundle.js', packaged('swagger-ui-bundle.js', SCRIPT)],
  ['explorer.css', { contentType: STYLE, read: async () => Buffer.from(EXPLORER_STYLE) }],
  ['initializer.js', { contentType: SCRIPT, read: async () => Buffer.from(INITIALIZER) }],
])

/** Generated and committed, because building it takes a tenth of a second and a library. */
const DESCRIPTION = new URL('../../../openapi.json', import.meta.url)

async function readDescription(baseUrl: string): Promise<Buffer> {
  const description: object = JSON.parse(await readFile(DESCRIPTION, 'utf8'))
  return Buffer.from(JSON.stringify({ ...description, servers: [{ url: `${baseUrl}/api` }] }))
}

/** The description of the API at `/api/openapi.json`, and a page to try its calls at `/api/docs`. */
export function docsRoutes(http: Http, baseUrl: string): void {
  const description = createDocument({
    contentType: 'application/json; charset=utf-8',
    read: () => readDescription(baseUrl),
  })
  const page = createDocument(HTML)
  const files = new Map<string, SendDocument>([...FILES].map(([name, source]) => [name, createDocument(source)]))

  http.get('/api/openapi.json', { schema: { hide: true } }, description)
  http.get('/api/docs', { schema: { hide: true } }, page)
  const named = { schema: { hide: true, params: Type.Object({ file: Type.String() }) }, config: { linkCost: 0 } }
  http.get('/api/docs/static/:file', named, async (request, reply) => {
    const send = files.get(request.params.file)
    if (!send) throw new Problem('NOT_FOUND')
    return await send(request, reply)
  })
}
