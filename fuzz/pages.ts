import { isQueued } from './check.ts'
import { HOSTILE_TEXTS, hostileText } from './hostile.ts'
import type { Random } from './random.ts'
import type { FuzzRequest, Plan } from './requests.ts'
import type { World } from './world.ts'

/** Addresses that need no key, each with the requests that browsers and attackers send to it. */

interface PageDraft {
  label: string
  how: string
  method?: string
  target: string
  headers?: Record<string, string>
  body?: string | Buffer
}

type Page = (world: World, random: Random) => PageDraft

/** Kinds of pages that respond with JSON even if they refuse. */
const WITHOUT_PAGES = ['documents', 'health']

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** A request to an address without a key. */
export function createPageRequest({ world, without }: Plan, random: Random, index: number): FuzzRequest {
  const pages = without.has('documents') ? PAGES.filter((page) => page !== documents) : PAGES
  const { label, how, method = 'GET', target, headers = {}, body } = random.pick(pages)(world, random)
  return {
    index,
    goals: [],
    label,
    how,
    expected: {
      method,
      // Any name below /q may be a link, and a form sent to it gets a page.
      isPage: !WITHOUT_PAGES.includes(label) || (method === 'POST' && target.startsWith('/q/')),
      mayOverload: isQueued(target),
    },
    method,
    target,
    headers: {
      ...(random.chance(0.2) && { 'accept-encoding': random.pick(['gzip', 'br', '*;q=0', 'gzip, br']) }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  }
}

const report: Page = ({ links }, random) => {
  const [path = '', query = ''] = links.report.split('?')
  const parameters = new URLSearchParams(query)
  const choice = random.between(0, 11)
  if (choice < 4) return { label: 'report page', how: 'as linked', target: links.report }
  if (choice === 4) return { label: 'report page', how: 'as a PDF', target: `${links.report}&format=pdf` }
  if (choice === 5) return { label: 'report page', how: 'unsigned', target: path }
  const name = random.pick(['expires', 'signature', 'format'])
  parameters.set(name, random.pick(['1', '99999999999', hostileText(random).toWellFormed()]))
  const target = `${random.chance(0.5) ? path : `/reports/${token(random)}`}?${parameters}`
  return { label: 'report page', how: `changed ${name}`, target }
}

const visit: Page = ({ links, cookie }, random) => {
  const headers = random.chance(0.8) ? { cookie } : {}
  const path = random.chance(0.8) ? links.visit : `/q/${token(random)}`
  const choice = random.between(0, 9)
  if (choice < 3) return { label: 'questionnaire', how: 'opened', target: path, headers }
  if (choice === 3) {
    const search = `notice=${encodeURIComponent(hostileText(random).toWellFormed())}&section=${random.between(0, 9)}`
    return { label: 'questionnaire', how: 'with a notice', target: `${path}?${search}`, headers }
  }
  const step = random.pick(['', '', '', '/enter', '/colleague', ...(random.chance(0.2) ? ['/code'] : [])])
  const isScript = random.chance(0.3) ? { accept: 'application/json' } : {}
  const [how, body] = random.pick(FORMS)(random)
  return {
    label: `questionnaire${step}`,
    how,
    method: 'POST',
    target: path + step,
    headers: { ...FORM, ...headers, ...isScript, ...(random.chance(0.2) && { origin: 'https://evil.example' }) },
    body,
  }
}

/** Bodies of forms, each with a description. */
const FORMS: readonly ((random: Random) => [how: string, body: string | Buffer])[] = [
  (random) => ['answers', new URLSearchParams(answers(random)).toString()],
  (random) => ['answers', new URLSearchParams([...answers(random), ['next', 'done']]).toString()],
  (random) => ['a code', `code=${random.between(100_000, 999_999)}`],
  (random) => ['a colleague', `email=c${random.between(1, 99)}@customer.example&section=backups`],
  (random) => ['a hostile colleague', `email=${encodeURIComponent(hostileText(random).toWellFormed())}&section=%00`],
  (random) => [
    'hostile answers',
    new URLSearchParams(HOSTILE_TEXTS.map((text) => [text, hostileText(random)])).toString(),
  ],
  () => ['prototype keys', '__proto__=1&constructor=2&toString=3&hasOwnProperty=4'],
  () => ['broken encoding', 'a=%&%zz=%ff&=&&&=%00'],
  (random) => ['random bytes', random.bytes(200)],
  () => ['nothing', ''],
  () => ['ten thousand fields', Array.from({ length: 10_000 }, (_, n) => `f${n}=1`).join('&')],
  (random) => ['a large body', 'a'.repeat(random.pick([5_000, 70_000, 300_000]))],
]

const answers = (random: Random): [string, string][] =>
  Array.from({ length: random.between(1, 5) }, () => [
    `answer-ISM-${random.between(1400, 1900)}`,
    random.pick(['yes', 'no', 'partly', 'not_applicable', hostileText(random)]).toWellFormed(),
  ])

const activation: Page = ({ links }, random) => {
  const unknown = `/activate/${token(random)}`
  if (random.chance(0.6))
    return { label: 'activation', how: 'opened', target: random.chance(0.6) ? links.activation : unknown }
  // Uses the valid link rarely, because the first valid form consumes it.
  const target = random.chance(0.01) ? links.activation : unknown
  const words = 'several+unrelated+words'
  const body = random.pick([
    '',
    `password=${words}&repeat=${words}`,
    'password=short',
    `password=${'p'.repeat(3_000)}`,
    'password=%00',
    'password=%ff',
    '%',
  ])
  return { label: 'activation', how: 'form', method: 'POST', target, headers: FORM, body }
}

const approval: Page = ({ links }, random) => {
  const target = random.chance(0.7) ? links.consent : `/approve/${token(random)}`
  const browser = random.chance(0.8) ? random.bytes(32).toString('base64url') : hostileText(random).toWellFormed()
  const headers = { cookie: `__Host-plumbline-approval=${encodeURIComponent(browser)}` }
  if (random.chance(0.5)) return { label: 'approval', how: 'opened', target, headers }
  const body = random.pick(['', 'a=b', '%', '__proto__=1'])
  return { label: 'approval', how: 'form', method: 'POST', target, headers: { ...FORM, ...headers }, body }
}

const consent: Page = ({ links }, random) => {
  const query = new URLSearchParams({ state: links.consent.split('/').at(-1) ?? '', admin_consent: 'True' })
  const name = random.pick(['tenant', 'admin_consent', 'state', 'error', 'code', 'error_description'])
  query.set(name, hostileText(random).toWellFormed())
  const search = random.pick([
    query.toString(),
    '',
    'state=%',
    'state=a&state=b',
    `state=${token(random)}&admin_consent=True`,
  ])
  return { label: 'consent callback', how: `changed ${name}`, target: `/consent/callback?${search}` }
}

const DOCUMENTS = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-ui.css',
  '/api/docs/static/none.js',
  '/api/docs/static/%2e%2e/x',
  '/api/docs/static/..%2f..%2fpackage.json',
  '/api/docs/static/%00',
  '/api/docs/static/',
  '/api/docs/static',
  '/api/docs/static/a%',
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/errors.md',
  '/docs/api/partner/customers',
  '/docs/search',
  '/docs/search?q=%3Cscript%3E',
  '/docs/search?q=a&q=b',
  '/docs/search?q=%',
  '/docs/../package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/x',
  '/docs/%00',
  '/docs/a%',
  '/docs/files/none.png',
  '/llms.txt',
  '/llms-full.txt',
  '/q/app.js',
  '/favicon.ico',
  '/',
  '/api',
  '/robots.txt',
  '/.env',
  '/%',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
]

const documents: Page = (_world, random) => {
  const headers = random.pick([{}, { range: 'bytes=0-9' }, { 'if-none-match': '*' }, { 'if-modified-since': 'x' }])
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'])
  return { label: 'documents', how: method, method, target: random.pick(DOCUMENTS), headers }
}

const health: Page = (_world, random) => {
  const target = random.pick(['/healthz', '/readyz', '/readyz/workers', '/metrics', '/healthz/', '/healthz?x=%'])
  return { label: 'health', how: target, target }
}

const PAGES: readonly Page[] = [report, visit, visit, activation, approval, consent, documents, documents, health]

const token = (random: Random): string =>
  random.pick([random.bytes(32).toString('base64url'), encodeURIComponent(hostileText(random).toWellFormed()) || '-'])
