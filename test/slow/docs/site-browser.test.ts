import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { assertAccessible, assertReadable } from '../../harness/accessibility.ts'
import { startApi } from '../../harness/api.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'

const api = await startApi({ ownPages: true })
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

/** One page of each kind. */
const PAGES = [
  '/docs',
  '/docs/start',
  '/docs/guide/partner',
  '/docs/guide/portal',
  '/docs/concepts/scores',
  '/docs/api',
  '/docs/api/partner/customers',
  '/docs/errors',
  '/docs/permissions',
  '/docs/changes',
  '/docs/search?q=signature',
  '/docs/search?q=zzzz',
]

/** Where the layout differs. */
const NARROW = ['/docs', '/docs/guide/partner', '/docs/errors', '/docs/search?q=signature']

test('axe finds nothing on pages of the documentation', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  // The policy forbids every script, that of axe as well.
  const { page, complaints } = await browser.open({ bypassCSP: true })
  for (const path of PAGES) {
    await page.goto(path)
    await assertAccessible(page, `${path}`)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of NARROW) {
    await page.goto(path)
    await assertAccessible(page, `${path}, narrow`)
  }
  assert.deepEqual(complaints, [])
})

test('the colours of the API explorer are readable, also of an opened call', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page } = await browser.open({ bypassCSP: true })
  await page.goto('/api/docs')
  await page.locator('.opblock-summary').first().waitFor()
  await assertReadable(page, 'the list of calls')
  for (const method of ['get', 'post', 'put', 'delete'])
    await page.locator(`.opblock-${method} .opblock-summary`).first().click()
  await page.locator('.opblock-body .responses-wrapper').nth(3).waitFor()
  await assertReadable(page, 'opened calls')
})

test('no page is wider than its window, at 320 pixels and above', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page, complaints } = await browser.open({ bypassCSP: true })
  const answer = await request(`${api.baseUrl}/llms.txt`, { dispatcher })
  const paths = [...(await answer.body.text()).matchAll(/\((\S+)\.md\)/g)].map(([, url = '']) => new URL(url).pathname)
  assert.ok(paths.length > 30)
  for (const path of [...paths.map((each) => each.replace(/\/index$/, '')), ...PAGES]) {
    for (const width of [320, 768, 1000, 1500]) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 320) await page.goto(path)
      const shown = await page.evaluate('document.scrollingElement.scrollWidth')
      assert.equal(shown, width, `${path} at ${width}`)
    }
  }
  assert.deepEqual(complaints, [])
})

/** Runs in the browser: the words of code in tables that stand on more than one line. */
const BROKEN_WORDS = `[...document.querySelectorAll('td code')].flatMap((code) => {
  return [...code.childNodes].filter(({ data }) => data).flatMap((node) => {
    return [...node.data.matchAll(/[^\\s-]+/g)].filter(({ index, 0: word }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
    }).map(([word]) => word)
  })
})`

test('names of permissions and ids are not broken in the middle of a word', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page } = await browser.open({ bypassCSP: true })
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/docs/permissions', '/docs/errors', '/docs/settings']) {
      await page.goto(path)
      assert.deepEqual(await page.evaluate(BROKEN_WORDS), [], `${path} at ${width}`)
    }
  }
})

test('without JavaScript, readers can navigate, search and follow a result', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser(api)
  const { page, complaints } = await browser.open({ javaScriptEnabled: false })
  await page.goto('/docs/index')
  const navigation = page.getByRole('navigation', { name: 'All pages', exact: true })
  await navigation.getByText('Partner reference').click()
  await navigation.getByRole('link', { name: 'Exceptions' }).click()
  await page.getByRole('heading', { level: 1, name: 'Partner API: Exceptions' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('preflight')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('.hits a').first().click()
  assert.match(page.url(), /\/docs\/[\w/-]+(#[\w-]+)?$/)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/docs/start')
  await page.getByText('All pages', { exact: true }).click()
  await page.getByRole('navigation', { name: 'All pages, short' }).getByRole('link', { name: 'Errors' }).click()
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  assert.deepEqual(complaints, [])
})
