import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../features/people/sessions/rules.ts'
import { authenticateSession } from '../features/people/sessions/service.ts'
import { FONT_PRELOAD } from '../shared/html/font.ts'
import { html, toHtml } from '../shared/html/html.ts'
import { SCREEN_PATHS } from '../shared/portal/paths.ts'
import { Problem } from '../shared/problem.ts'
import { pageHeaders } from '../shared/security-headers.ts'
import { createDocument, type SendDocument } from './openapi/static-document.ts'

export interface PortalFile {
  contentType: string
  content: Buffer
}

/** The built client. All names contain a hash of the content. */
export interface PortalFiles {
  /** The module that starts the client. */
  script: string
  /** In the order in which pages load them. */
  styles: readonly string[]
  icon: string
  /** The files that the script imports statically. */
  imports: readonly string[]
  /** The files that each screen imports statically, by the name of its folder. */
  screens: ReadonlyMap<string, readonly string[]>
  files: ReadonlyMap<string, PortalFile>
}

const PUBLIC_PATH = '/portal/files/'

/** Cached indefinitely, because names change with the content. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Allows scripts and styles only from our own files, and no markup made from text: the browser refuses scripts that try
 * (Trusted Types). `data:` is for the icons of style sheets.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  // For the preview of a report's look. All our other pages refuse to be framed.
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The files of the portal's client, and the page that loads it at the path of each screen. The page is the same for all
 * signed-in people; others are redirected to the sign-in page. Register in a scope that reads cookies.
 */
export function portalRoutes(http: Http, app: App, portal: PortalFiles): void {
  const senders = new Map<string, SendDocument>(
    [...portal.files].map(([name, { contentType, content }]) => [
      name,
      createDocument({ contentType, read: async () => content, headers: { 'Cache-Control': FOREVER } }),
    ]),
  )
  const hidden = { schema: { hide: true }, config: { linkCost: 0 } }

  const cached = { ...hidden, config: { ...hidden.config, isPageFile: true } }
  http.get(`${PUBLIC_PATH}:name`, cached, async (request, reply) => {
    const { name }: { name?: string } = Object(request.params)
    const send = senders.get(name ?? '')
    if (!send) throw new Problem('NOT_FOUND')
    return await send(request, reply)
  })

  const headers = pageHeaders(POLICY)
  for (const path of SCREEN_PATHS) {
    const page = renderPage(portal, path)
    http.get(path, hidden, async (request, reply) => {
      const elsewhere = await redirectOf(app, request, reply)
      if (elsewhere !== undefined) return reply.header('Cache-Control', 'no-store').redirect(elsewhere, 303)
      return reply.headers(headers).send(page)
    })
  }
}

/** Where to redirect people who may not see a screen; undefined for a signed-in person. */
async function redirectOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
  try {
    await authenticateSession(app, request.cookies[SESSION_COOKIE])
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'SIGN_IN_REQUIRED') return `/sign-in?next=${encodeURIComponent(request.url)}`
    reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS)
    return '/suspended'
  }
}

/** The page of one screen, which loads the scripts of that screen together with the client. */
function renderPage({ script, styles, icon, imports, screens }: PortalFiles, path: string): string {
  const [, screen] = path.split('/')
  const wanted = new Set([...imports, ...(screens.get(screen || 'home') ?? [])])
  return toHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>Plumbline</title>
<link rel="icon" type="image/svg+xml" href="${PUBLIC_PATH}${icon}">
${FONT_PRELOAD}${styles.map((name) => html`<link rel="stylesheet" href="${PUBLIC_PATH}${name}">\n`)}<script type="module" src="${PUBLIC_PATH}${script}"></script>
${[...wanted].map((name) => html`<link rel="modulepreload" href="${PUBLIC_PATH}${name}">\n`)}</head>
<body>
<div id="portal"></div>
<noscript><main class="start"><div><h1>The portal needs JavaScript</h1>
<p>Allow scripts for this site, then load the page again. Signing in, reports and questionnaires work without.</p></div></main></noscript>
</body>
</html>
`)
}
