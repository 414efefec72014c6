import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** POST routes that do not pass the Idempotency-Key on. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'to prove again who somebody is changes nothing else': ['/session/confirm'],
  'switches the browser to another session': ['/session/account'],
  'each call replaces what the one before has made': ['/me/factors/totp', '/me/factors/recovery-codes'],
  'a second call finds nothing left to change, or somebody who is invited already': [
    '/me/factors/totp/confirm',
    '/sign-on/domains',
    '/sign-on/domains/:domain/check',
    '/team/invitations',
    '/team/people/:id/reset-factor',
  ],
  'each call sends another email, whose link replaces the one before': [
    '/team/invitations/:id/resend',
    '/partners/:id/invite-owner',
  ],
  'each call opens another page of the payment processor, and nothing changes before it is filled in': [
    '/billing/address-page',
    '/billing/card-page',
  ],
  'each call creates another token, which only its answer has': ['/sign-on/tokens'],
  'a second call finds the person whom the first one has made': ['/Users'],
  'events have ids of their own, which are stored once': ['/api/stripe/webhook'],
  'previews change nothing': [
    '/brand/logo',
    '/brand/preview',
    '/customers/import/preview',
    '/customers/import/workbook',
    '/plan/preview',
    '/partners/preview',
    '/partners/:id/plan/preview',
    '/partners/:id/schedules/preview',
    '/approvals/matching/preview',
    '/portfolio/runs/preview',
    '/replays/preview',
    '/schedules/preview',
    '/schedules/:id/preview',
  ],
  'a second visit begins instead of the first': ['/partners/:id/visits'],
  'challenges that work once, and what answers them': [
    '/me/factors/company',
    '/me/factors/microsoft',
    '/me/factors/passkeys',
    '/me/factors/passkeys/options',
    '/session/confirm/passkey',
    '/sign-in/new-factor/passkey',
    '/sign-in/new-factor/passkey/options',
    '/sign-in/passkey',
    '/sign-in/passkey/options',
  ],
  'forms of pages, which browsers send without such a header': [
    '/activate/:token',
    '/approve/:token',
    '/invitation/:token',
    '/q/:token',
    '/q/:token/attachments/:attachment/remove',
    '/q/:token/attachments/:question',
    '/q/:token/code',
    '/q/:token/colleague',
    '/q/:token/enter',
    '/recover',
    '/recover/:token',
    '/sign-in',
    '/sign-in/account',
    '/sign-in/company',
    '/sign-in/factor',
    '/sign-in/new-factor',
    '/sign-in/new-factor/codes',
    '/sign-out',
  ],
}
const EXCEPTED = Object.values(EXCEPTIONS).flat()

const ROUTE = /\b\w+\.(get|post|put|patch|delete|route)\(\s*'(\/[^']*)'/g

/** The POST routes that a file declares, each with its text up to the next route. */
function postRoutesIn(text: string): { path: string; declaration: string }[] {
  const found = [...text.matchAll(ROUTE)]
  return found.flatMap(({ index, 1: method, 2: path = '' }, n) =>
    method === 'post' ? [{ path, declaration: text.slice(index, found[n + 1]?.index) }] : [],
  )
}

/** One sentence for each POST route that ignores the Idempotency-Key, and each exception that does not. */
function findViolations(text: string): string[] {
  return postRoutesIn(text).flatMap(({ path, declaration }) => {
    const [passes, isExcepted] = [/\brequest\.idempotency\b/.test(declaration), EXCEPTED.includes(path)]
    if (passes && isExcepted) return [`${path} passes the key: remove it from EXCEPTIONS`]
    return passes || isExcepted ? [] : [`${path} does not pass request.idempotency to its service`]
  })
}

const texts = globSync(['src/features/**/routes.ts', 'src/http/**/*.ts']).map((file) => readFileSync(file, 'utf8'))

test('every POST that changes something passes the Idempotency-Key to its service', () => {
  assert.deepEqual(texts.flatMap(findViolations), [])
})

test('every exception is the path of a POST route', () => {
  const paths = new Set(texts.flatMap(postRoutesIn).map(({ path }) => path))
  assert.deepEqual(
    EXCEPTED.filter((path) => !paths.has(path)),
    [],
  )
})

test('no file declares a POST route in a way that this test does not find', () => {
  for (const text of texts) assert.equal(text.match(/\.(post|route)\(/g)?.length ?? 0, postRoutesIn(text).length)
})

test('the rule fails on a route without the key', () => {
  const route = (path: string, call: string): string => `http.post(\n  '${path}',\n  {}, (request) => create(${call}))`
  const list = "http.get('/customers', (request) => list(request.idempotency))"
  assert.deepEqual(findViolations(`${route('/customers', 'app')}\n${list}`), [
    '/customers does not pass request.idempotency to its service',
  ])
  assert.deepEqual(findViolations(route('/customers', 'request.idempotency')), [])
  assert.deepEqual(findViolations(route('/plan/preview', 'request.idempotency')), [
    '/plan/preview passes the key: remove it from EXCEPTIONS',
  ])
})
