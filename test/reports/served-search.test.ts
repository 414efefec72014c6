import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { collectSamples } from '../engine/collected-samples.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'

/** The search of a page whose reader has no JavaScript: the service answers it. */

const weak = (await collectSamples(['weak'], '2026-06-17T12:00:00.000Z')).get('weak')
assert.ok(weak)
const api = await startApi({ ownPages: true, collect: async ({ tenantId }) => ({ ...weak, tenantId }) })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const acme = await api.as('acme')
const { cookie } = await signIn(api, (await api.partner('acme')).partnerId)
const customer = await makeCustomer(acme)
const run = await makeRun(acme, customer)
await executeRun(api.app, run, { deadlineMs: 10_000 })

async function open(url: string, jar = '') {
  const { statusCode, headers, body } = await request(
    new URL(url, api.baseUrl).href.replace(api.app.appUrl, api.baseUrl),
    {
      dispatcher,
      headers: { cookie: jar },
    },
  )
  const text = (await body.text()).replace(/<(style|script)>.*?<\/\1>/gs, '')
  return { status: statusCode, headers, text }
}

const plain = (text: string): string => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What the form of a page sends, with these words in its field. */
function submit(at: string, page: string, words: string): string {
  const [, form = ''] = page.match(/<form class="tools" action="#[\w-]+">(.*?)<\/form>/s) ?? []
  assert.match(form, /<input type="search" name="q"/)
  assert.match(form, /<button class="tool"[^>]*>Find<\/button>/)
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const query = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, plain(value)]))
  query.append('q', words)
  return `${at.split('?')[0]}?${query}`
}

/** The findings of a page: how many it has, and how many of them it shows. */
function countOf(page: string): { all: number; shown: number } {
  const all = [...page.matchAll(/ data-finding( hidden)?/g)]
  return { all: all.length, shown: all.filter(([, hidden]) => hidden === undefined).length }
}

const shareOf = async (path: string, more: object): Promise<string> => {
  const { status, body } = await acme.post(path, more)
  assert.equal(status, 201)
  return body.url
}
const runLinks = `/v1/partner/assessments/${run}/links`

test('the form finds in the same page, for everybody who may read it, and leads back to everything', async () => {
  const products = 'essential-eight'
  for (const [url, jar] of [
    [`/reports/${run}?edition=technical`, cookie],
    [`/reports/${run}`, cookie],
    [`/reports/${customer}?products=${products}&edition=technical`, cookie],
    [await createReportLink(api.app, run, 'technical'), ''],
    [await shareOf(runLinks, { edition: 'technical' }), ''],
    [await shareOf(`/v1/partner/customers/${customer}/report-links`, { edition: 'full', products: [products] }), ''],
  ] as const) {
    const whole = await open(url, jar)
    const { all, shown } = countOf(whole.text)
    assert.ok(all > 6)
    assert.equal(shown, all)
    assert.doesNotMatch(whole.text, /Show all/)
    const at = submit(url, whole.text, '  MFA   administrators ')
    const found = await open(at, jar)
    assert.equal(found.status, 200, at)
    assert.equal(found.headers['cache-control'], 'private, no-store')
    assert.match(String(found.headers['content-security-policy']), /form-action 'self'/)
    const count = countOf(found.text)
    assert.equal(count.all, all)
    assert.ok(count.shown > 0 && count.shown < all, at)
    assert.ok(found.text.includes(`>${count.shown} of ${all} `), at)
    assert.match(found.text, /name="q" value="MFA {3}administrators"/)
    const [, back = ''] = found.text.match(/<a href="(\?[^"]*)"[^>]*>Show all</) ?? []
    assert.equal((await open(`${url.split('?')[0]}${plain(back)}`, jar)).text, whole.text)
    // The page is otherwise the same, also its downloads.
    const downloads = (page: string): string[] => page.match(/<a href="[^"]*format=[^"]*"/g) ?? []
    assert.deepEqual(downloads(found.text), downloads(whole.text))
  }
})

test('what is searched for is escaped, bounded, and without control characters', async () => {
  const at = `/reports/${run}?edition=technical&q=`
  const none = await open(`${at}${encodeURIComponent('"><script>alert(1)</script>\u0000\u0007')}`, cookie)
  assert.ok(none.text.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'))
  assert.equal(countOf(none.text).shown, 0)
  assert.match(none.text, /<output[^>]*>0 of \d+ actions</)
  const long = await open(`${at}${'🔑'.repeat(1000)}`, cookie)
  assert.equal(long.status, 200)
  assert.ok(long.text.includes(`value="${'🔑'.repeat(100)}"`))
  const empty = await open(`${at}%20%09%00`, cookie)
  assert.equal(empty.text, (await open(at.replace('&q=', ''), cookie)).text)
})

test('markup is not text: its tags, attributes and entities are not found', async () => {
  for (const words of ['data-finding', '&amp;', '&#39;'])
    assert.equal(countOf((await open(`/reports/${run}?q=${encodeURIComponent(words)}`, cookie)).text).shown, 0, words)
})

test('the sign-in leads back to a search', async () => {
  const { status, headers } = await open(`/reports/${run}?edition=technical&q=a%26b`)
  const next = `/reports/${run}?edition=technical&q=a%26b`
  assert.deepEqual([status, headers.location], [303, `/sign-in?next=${encodeURIComponent(next)}`])
  assert.equal((await open(String(headers.location), cookie)).headers.location, next)
})

test('a file has no form, because nobody answers it, and the owner has nothing to search', async () => {
  const path = `/v1/partner/assessments/${run}/report?format=html&edition=technical`
  const file = await acme.get(path)
  assert.doesNotMatch(file.text, /<form/)
  assert.match(file.text, /<p class="tools" data-scripted hidden>/)
  assert.doesNotMatch((await open(`/reports/${run}?edition=owner&q=mfa`, cookie)).text, /<form/)
})

test('the number of a filter’s box is read out together with what it counts', async () => {
  for (const [edition, one, many] of [
    ['technical', 'action', 'actions'],
    ['full', 'entry', 'entries'],
  ] as const) {
    const { text } = await open(await createReportLink(api.app, run, edition))
    const numbers = [...text.matchAll(/(\d+)<span class="unseen"> (\w+)<\/span>/g)].map(([, count, what]) => [
      count,
      what,
    ])
    assert.ok(numbers.length > 1, edition)
    for (const [count, what] of numbers) assert.equal(what, count === '1' ? one : many, `${edition}: ${count} ${what}`)
  }
})
