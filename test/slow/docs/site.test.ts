import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { EVENT_DATA } from '../../../src/features/events/schema.ts'
import { optionalPermissions, requiredPermissions } from '../../../src/graph/permissions/permissions.ts'
import { prefersMarkdown } from '../../../src/http/docs/routes.ts'
import { indexPage } from '../../../src/http/docs/search.ts'
import { SETTINGS } from '../../../src/platform/settings/settings.ts'
import { PROBLEMS } from '../../../src/shared/problem.ts'
import { startApi } from '../../harness/api.ts'
import { CHECKOUT } from '../../start/processes.ts'

const api = await startApi({ ownPages: true })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

async function get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(`${api.baseUrl}${path}`, { dispatcher, headers, method })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}

async function read(path: string): Promise<string> {
  const { status, body } = await get(path)
  assert.equal(status, 200, path)
  return body.toString()
}

const index = await read('/llms.txt')
/** The addresses of all pages as Markdown, by llms.txt. */
const twins = [...index.matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, url = '']) => new URL(url).pathname)
const toHtml = (twin: string): string => (twin === '/docs/index.md' ? '/docs' : twin.replace(/\.md$/, ''))
const html = new Map<string, string>()
for (const twin of twins) html.set(toHtml(twin), await read(toHtml(twin)))
const markdown = new Map<string, string>()
for (const twin of twins) markdown.set(twin, await read(twin))

const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/** Whether an address of the service answers; those of pages are known already. */
const answering = new Map<string, boolean>()
async function isThere(path: string): Promise<boolean> {
  const known = answering.get(path) ?? (html.has(path) || markdown.has(path) || (await get(path)).status < 400)
  answering.set(path, known)
  return known
}

test('every link, anchor and picture on every page exists on this site', async () => {
  assert.ok(html.size > 30, `${html.size} pages`)
  for (const [path, page] of html) {
    const ids = attributes(page, 'id')
    assert.equal(new Set(ids).size, ids.length, `${path} has an id twice`)
    for (const link of [...attributes(page, 'href'), ...attributes(page, 'src')]) {
      if (/^(https:|mailto:|http:\/\/(localhost|127))/.test(link)) continue
      const [target = '', anchor] = link.split('#')
      assert.ok(target === '' || (await isThere(target)), `${path} links to ${link}`)
      const there = target === '' ? page : html.get(target)
      if (anchor !== undefined && there !== undefined)
        assert.ok(attributes(there, 'id').includes(anchor), `${path} links to ${link}`)
    }
  }
})

test('links in the Markdown lead to Markdown pages and existing anchors', async () => {
  for (const [path, text] of markdown) {
    const prose = text.replaceAll(/^( *)```.*?^\1```$/gms, '')
    for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(link)) continue
      const [target = '', anchor] = link.split('#')
      assert.ok(target === '' || target.startsWith('/'), `${path} has the relative link ${link}`)
      assert.ok(target === '' || (await isThere(target)), `${path} links to ${link}`)
      assert.ok(!html.has(target) || markdown.has(target) === false, link)
      const there = html.get(target === '' ? toHtml(path) : toHtml(target))
      if (anchor !== undefined) assert.ok(there && attributes(there, 'id').includes(anchor), `${path} links to ${link}`)
    }
  }
})

test('every address of a page with .md is its Markdown, also that of the first page', async () => {
  for (const address of html.keys())
    assert.equal(await read(`${address}.md`), markdown.get(`${address.replace(/^\/docs$/, '/docs/index')}.md`))
})

test('every page is in the navigation, and only files in the table of contents are published', async () => {
  for (const [path, page] of html) {
    const [, navigation = ''] = page.split('aria-label="All pages"')
    for (const other of html.keys()) assert.ok(navigation.includes(`href="${other}"`), `${path} leads to ${other}`)
    assert.equal(page.match(/ aria-current="page"/g)?.length, 2, `${path} is marked in both forms of the navigation`)
  }
  const files = (await readdir(join(CHECKOUT, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'))
  const unpublished = files.filter((name) => !markdown.has(`/docs/${name}`)).map((name) => posix.dirname(name))
  assert.deepEqual([...new Set(unpublished)].sort(), ['.', 'decisions', 'flows'])
  assert.ok(!markdown.has('/docs/releasing.md'))
})

/** Blocks of these languages are run by tests, on the pages that the tests read. */
const RUN: Readonly<Record<string, RegExp>> = {
  sh: /^\/docs\/(start|guide\/(partner|distributor|webhooks)|api\/.+)\.md$/,
  ts: /^\/docs\/guide\/webhooks\.md$/,
  python: /^\/docs\/guide\/webhooks\.md$/,
  csharp: /^\/docs\/guide\/webhooks\.md$/,
  php: /^\/docs\/guide\/webhooks\.md$/,
  go: /^\/docs\/guide\/webhooks\.md$/,
}

test('every block of code is run by a test, or says that it is text or JSON', () => {
  for (const [path, text] of markdown) {
    for (const [, , language = '', body = ''] of text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)) {
      if (language === 'json') assert.doesNotThrow(() => JSON.parse(body), `${path}: ${body.slice(0, 80)}`)
      else if (language !== 'text') assert.match(path, RUN[language] ?? /^$/, `a block of "${language}" on ${path}`)
    }
  }
})

test('every error, event, setting, command and permission has an entry of its own', () => {
  const expectIds = (path: string, names: readonly string[]): void => {
    const ids = new Set(attributes(html.get(path) ?? '', 'id'))
    const missing = names.filter(
      (name) =>
        !ids.has(
          name
            .toLowerCase()
            .replaceAll(/[^\w\s-]/g, '')
            .replaceAll(' ', '-'),
        ),
    )
    assert.deepEqual(missing, [], path)
  }
  expectIds('/docs/errors', Object.keys(PROBLEMS))
  expectIds('/docs/events', Object.keys(EVENT_DATA))
  expectIds(
    '/docs/settings',
    Object.values(SETTINGS).map(({ env }) => env),
  )
  expectIds('/docs/permissions', [...requiredPermissions(), ...optionalPermissions()])
  const commands = Object.keys(COMMANDS).filter((name) => name !== 'gen')
  expectIds(
    '/docs/commands',
    commands.map((name) => `plumbline ${name}`),
  )
})

test('every endpoint in the API description has a section with a command, and is linked in the list', async () => {
  const description = JSON.parse(await read('/api/openapi.json'))
  const reference = [...markdown].filter(([path]) => path.startsWith('/docs/api/')).map(([, text]) => text)
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `\`${method.toUpperCase()} /api${path}\``),
  )
  assert.ok(calls.length > 70)
  for (const call of calls) {
    const sections = reference.flatMap((text) => text.split('\n## ')).filter((part) => part.includes(`\n${call}\n`))
    assert.equal(sections.length, 1, call)
    assert.match(sections[0] ?? '', /```sh\ncurl .*\/api\/v1\//, call)
    assert.match(
      markdown.get('/docs/api.md') ?? '',
      new RegExp(`\\(/docs/api/.+#.+\\) \\| ${call.replaceAll(/[{}/]/g, '\\$&')}`),
    )
  }
})

test('a page has less than 60 KB compressed, and is sent within 20 ms once it is cached', async () => {
  for (const [path, page] of html) assert.ok(gzipSync(page).length < 60_000, `${path}: ${gzipSync(page).length}`)
  const times: number[] = []
  for (let turn = 0; turn < 15; turn++) {
    const start = performance.now()
    await get('/docs/frameworks/essential-eight', { 'accept-encoding': 'br' })
    times.push(performance.now() - start)
  }
  // The best of them, because other tests use the machine as well.
  const best = Math.min(...times)
  assert.ok(best < 20, `${best} ms`)
})

test('a page is the same in every encoding and for HEAD, is revalidated, and links to its other format', async () => {
  for (const [path, type, other] of [
    ['/docs', 'text/html; charset=utf-8', '</docs/index.md>; rel="alternate"; type="text/markdown"'],
    ['/docs/errors', 'text/html; charset=utf-8', '</docs/errors.md>; rel="alternate"; type="text/markdown"'],
    ['/docs/errors.md', 'text/markdown; charset=utf-8', '</docs/errors>; rel="alternate"; type="text/html"'],
  ] as const) {
    const plain = await get(path)
    const packed = await get(path, { 'accept-encoding': 'br' })
    assert.ok(brotliDecompressSync(packed.body).equals(plain.body))
    assert.equal(plain.headers['content-type'], type)
    assert.equal(plain.headers.link, other)
    assert.equal(plain.headers.vary, 'Accept, Accept-Encoding')
    assert.equal(plain.headers['cache-control'], 'public, no-cache')
    const again = await get(path, { 'if-none-match': String(plain.headers.etag) })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    const head = await get(path, {}, 'HEAD')
    assert.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, plain.headers.etag])
  }
  const asked = await get('/docs/errors', { accept: 'text/markdown' })
  assert.equal(asked.body.toString(), markdown.get('/docs/errors.md'))
  const [picture = ''] = attributes(html.get('/docs/guide/portal') ?? '', 'src')
  const { headers, status } = await get(picture)
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  assert.match(String(headers['cache-control']), /immutable/)
})

test('a client gets Markdown if it prefers that to HTML', () => {
  const cases: [accept: string | undefined, prefers: boolean][] = [
    ['text/markdown', true],
    ['text/markdown, text/html;q=0.9, */*;q=0.1', true],
    ['text/markdown, text/html', true],
    ['text/html, text/markdown', false],
    ['text/html;q=0.5, TEXT/MARKDOWN;Q=0.8', true],
    ['text/markdown;q=0', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
  ]
  for (const [accept, prefers] of cases) assert.equal(prefersMarkdown(accept), prefers, String(accept))
})

test('pages allow only their own style, pictures from this origin and the search', async () => {
  for (const path of ['/docs', '/docs/search?q=key', '/docs/nowhere']) {
    const { headers } = await get(path, { accept: 'text/html' })
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; font-src 'self'$/,
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
  }
})

test('no address reaches a file that is not published', async () => {
  const names = [
    'releasing',
    'releasing.md',
    'decisions/README.md',
    'flows/runs.md',
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5cpackage.json',
    'files/home.png',
    'files/..%2fhome.png',
    'guide/pictures/home.png',
    'index.md%00',
    '__proto__',
    'constructor.md',
    'x'.repeat(5000),
    '%E0%A4%A',
  ]
  for (const name of names) {
    const { status, body } = await get(`/docs/${name}`)
    assert.deepEqual([status, JSON.parse(body.toString()).error.code], [404, 'NOT_FOUND'], name.slice(0, 40))
  }
  const page = await get('/docs/nowhere', { accept: 'text/html' })
  assert.equal(page.status, 404)
  assert.match(page.body.toString(), /<h1>Page not found<\/h1>/)
  assert.match(page.body.toString(), /action="\/docs\/search"/)
  assert.equal(page.headers['cache-control'], 'no-store')
})

const search = async (query: string): Promise<string> =>
  (await get(`/docs/search?${new URLSearchParams({ q: query })}`)).body.toString()

test('the search finds pages, headings, errors and settings, best first, and its links work', async () => {
  const cases: [query: string, first: RegExp][] = [
    ['rate limits', /^\/docs\/guide\/(partner|distributor)#rate-limits$/],
    ['PLUMBLINE_SECRET_KEY', /^\/docs\/(settings|operate\/[\w-]+|security|changes)/],
    ['RUN_LIMIT_REACHED', /^\/docs\/(errors|concepts\/plans|api)/],
    ['preflight', /^\/docs\//],
    ['assessment.completed', /#assessmentcompleted$/],
    ['verify signature', /^\/docs\/guide\/webhooks/],
    // How something is done comes before the commands and objects that are called the same.
    ['webhook', /^\/docs\/guide\/webhooks$/],
    ['schedule', /^\/docs\/guide\//],
    ['exception', /^\/docs\/guide\//],
    ['approval', /^\/docs\/guide\/portal#asking-for-approvals$/],
    ['suspend', /^\/docs\/guide\/distributor#suspending$/],
    ['settings', /^\/docs\/settings$/],
    ['plumbline webhook test', /^\/docs\/commands#plumbline-webhook-test$/],
  ]
  for (const [query, first] of cases) {
    const page = await search(query)
    const [, found = ''] = page.split('<ul class="hits">')
    const links = attributes(found.split('</main>')[0] ?? '', 'href')
    assert.match(links[0] ?? '', first, `${query}: ${links.slice(0, 3)}`)
    for (const link of links) {
      const [target = '', anchor] = link.split('#')
      const there = html.get(target)
      assert.ok(there && (anchor === undefined || attributes(there, 'id').includes(anchor)), link)
    }
    assert.match(found, /<mark>/)
  }
})

test('every section that the search knows has its anchor on the page', () => {
  for (const [path, text] of markdown) {
    const page = { path, title: '', summary: '' }
    const ids = new Set(attributes(html.get(toHtml(path)) ?? '', 'id'))
    const sections = indexPage(page, text)
    assert.ok(sections.length > 0 && sections[0]?.anchor === '', path)
    for (const { anchor } of sections) assert.ok(anchor === '' || ids.has(anchor), `${path}#${anchor}`)
  }
})

test('the search accepts any text, and shows it only as text', async () => {
  for (const query of [
    '<script>alert(1)</script>',
    '"><img src=x>',
    "' or 1=1 --",
    '\u0000',
    '(((',
    '\\',
    '𝕏'.repeat(500),
    'a '.repeat(5000),
  ]) {
    const { status, body } = await get(`/docs/search?${new URLSearchParams({ q: query })}`)
    assert.equal(status, 200, query.slice(0, 20))
    assert.doesNotMatch(body.toString(), /<script|<img src=x/)
    assert.ok(body.length < 60_000)
  }
  for (const query of ['', '?q=', '?q=%20', '?q=a&q=b', '?x=1'])
    assert.match((await get(`/docs/search${query}`)).body.toString(), /Type what you are looking for/)
  assert.match(await search('zzzzqqq'), /Nothing was found for “zzzzqqq”/)
})

test('llms-full.txt has the text with absolute links, and llms.txt begins as its format requires', async () => {
  assert.match(index, /^# Plumbline\n\n> \S/)
  const all = await read('/llms-full.txt')
  for (const title of ['# Start in five minutes', '# Using the Partner API', '# Webhooks', '# Unknown is not credit'])
    assert.ok(all.includes(`\n${title}\n`), title)
  assert.doesNotMatch(all, /\]\(\/(?!\/)/)
  assert.ok(all.includes(`](${api.baseUrl}/docs/permissions.md)`))
})

test('the server loads the documentation only when it is requested', async () => {
  const loaded = new Set(['src/http/routes.ts'])
  for (const file of loaded) {
    const text = await readFile(join(CHECKOUT, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) (?!type )[^;]*?from '(\.[^']+)'/gm))
      loaded.add(posix.join(posix.dirname(file), path))
    assert.doesNotMatch(text, /^import .* from 'marked'/m, `${file} loads marked`)
  }
  assert.ok(loaded.has('src/http/docs/routes.ts') && !loaded.has('src/http/docs/site.ts'))
})
