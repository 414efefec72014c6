import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import type { Edition } from '../../../src/features/reports/content/edition.ts'
import { renderCombinedReport, renderReport } from '../../../src/features/reports/html/page.ts'
import { FILTER_FROM } from '../../../src/features/reports/html/sections/filter.ts'
import { reportPolicy } from '../../../src/features/reports/html/style.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'
import { combinedReports, tenantReports } from '../../reports/tenant-reports.ts'

const skip = withoutBrowser
const reports = await tenantReports()
let surfer: Surfer | undefined
after(async () => await surfer?.[Symbol.asyncDispose]())

/** A browser with a report under its real policy. */
async function openPage(html: string, options: BrowserContextOptions = {}) {
  surfer ??= await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page, complaints } = await surfer.open(options)
  const show = await preparePage(page)
  await show({ html, headers: { 'Content-Security-Policy': reportPolicy() } })
  return { page, complaints }
}

function pageOf(framework: string, tenant: string, edition: Edition): string {
  const found = reports.find((one) => one.framework === framework && one.tenant === tenant)
  assert.ok(found)
  return renderReport({ ...found.report, edition })
}

const WEAK = pageOf('essential-eight', 'weak', 'technical')
const FULL = pageOf('scuba-entra', 'weak', 'full')

test('actions can be read in the order of urgency or of effort, and again by area', { skip }, async () => {
  const { page, complaints } = await openPage(WEAK)
  const numbers = async (): Promise<number[]> =>
    (await page.locator('[data-finding]:visible .place').allTextContents()).map(Number)
  const byArea = await numbers()
  const sorted = byArea.toSorted((a, b) => a - b)
  assert.notDeepEqual(byArea, sorted)
  await page.getByLabel('Order').selectOption('Most urgent first')
  assert.deepEqual(await numbers(), sorted)
  assert.equal(await page.locator('[data-area]:visible').count(), 0)
  await page.getByLabel('Order').selectOption('Least effort first')
  const efforts = await page.evaluate<number[]>(
    '[...document.querySelectorAll("[data-finding]")].map((one) => Number(one.dataset.effort))',
  )
  assert.equal(efforts.length, sorted.length)
  assert.deepEqual(
    efforts,
    efforts.toSorted((a, b) => a - b),
  )
  await page.getByLabel('Order').selectOption('By area')
  assert.deepEqual(await numbers(), byArea)
  assert.deepEqual(complaints, [])
})

test('an area without an action to show is hidden, and what is shown is counted', { skip }, async () => {
  const { page } = await openPage(WEAK)
  const all = await page.locator('[data-finding]').count()
  assert.equal(await page.locator('output').textContent(), `All ${all} actions`)
  for (const box of await page.locator('[data-shows^="severity-is-"]:not([data-shows$="critical"])').all())
    await box.uncheck()
  const shown = await page.locator('[data-finding]:visible').count()
  assert.ok(shown > 0 && shown < all)
  assert.equal(await page.locator('output').textContent(), `${shown} of ${all} actions`)
  for (const area of await page.locator('[data-area]:visible').all())
    assert.ok((await area.locator('[data-finding]:visible').count()) > 0)
})

test('a search opens what contains its only match, and marks it', { skip }, async () => {
  const { page } = await openPage(FULL)
  const name = await page.locator('details .names li').last().textContent()
  assert.ok(name)
  await page.getByLabel('Search').fill(name)
  assert.ok((await page.locator('[data-finding]:visible').count()) > 0)
  assert.ok(await page.locator('.names li:visible', { hasText: name }).first().isVisible())
  assert.ok((await page.evaluate<number>('CSS.highlights.get("found").size')) > 0)
  await page.getByLabel('Search').fill('')
  assert.equal(await page.evaluate<number>('CSS.highlights.get("found").size'), 0)
})

test('a link to something that a filter hides shows it again', { skip }, async () => {
  const { page } = await openPage(FULL)
  await page.getByLabel('To fix').uncheck()
  const chip = page.locator('.overview .chip.bad').first()
  const row = page.locator(`[id="${(await chip.getAttribute('href'))?.slice(1)}"]`)
  assert.equal(await row.isVisible(), false)
  await chip.click()
  assert.equal(await row.isVisible(), true)
  assert.equal(await page.getByLabel('To fix').isChecked(), true)
})

test('a link to an area shows the actions by area again', { skip }, async () => {
  const { page } = await openPage(WEAK)
  await page.getByLabel('Order').selectOption('Most urgent first')
  const link = page.locator('.contents a[href^="#g-"]').last()
  const area = page.locator(`[id="${(await link.getAttribute('href'))?.slice(1)}"]`)
  assert.equal(await area.isVisible(), false)
  await link.click()
  assert.equal(await area.isVisible(), true)
  assert.equal(await page.getByLabel('Order').inputValue(), 'area')
})

test('every requirement is in the overview with its state in words, and leads to its row', { skip }, async () => {
  const { page } = await openPage(FULL, { javaScriptEnabled: false })
  const chips = await page.locator('.overview .chip').all()
  assert.equal(chips.length, await page.locator('.groups .row').count())
  assert.match((await chips[0]?.textContent()) ?? '', /^MS\.AAD\.1\.1v1: Not in place$/)
  const folded = page.locator('.overview .chip', { hasText: 'MS.AAD.7.1v1' })
  const facts = page.locator(`[id="${(await folded.getAttribute('href'))?.slice(1)}"]`)
  assert.equal(await facts.isVisible(), false)
  await folded.click()
  assert.equal(await facts.isVisible(), true)
})

test('without JavaScript, boxes choose the requirements by state, and no button stands there without effect', {
  skip,
}, async () => {
  const { page } = await openPage(FULL, { javaScriptEnabled: false })
  assert.equal(await page.locator('button:visible, select:visible, input[type="search"]:visible').count(), 0)
  const failed = page.locator('.state-is-failed:visible')
  assert.ok((await failed.count()) > 0)
  await page.getByLabel('To fix').uncheck()
  assert.equal(await failed.count(), 0)
  assert.ok((await page.locator('.state-is-unknown:visible').count()) > 0)
})

/** Headings with nothing below them that the filter shows. */
const EMPTIED = `[...document.querySelectorAll('[data-area]')]
  .filter((area) => area.querySelector('[data-finding]') && area.checkVisibility())
  .filter((area) => ![...area.querySelectorAll('[data-finding]')].some((one) => one.closest('details:not([open])') ? !one.hidden : one.checkVisibility()))
  .map((area) => area.id || area.textContent.slice(0, 40))`

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  test(`${how} JavaScript, a heading is hidden with all that stands below it`, { skip }, async () => {
    for (const [html, ...names] of [
      [WEAK, /^High/, /^Critical/, /^Days/, /^Hours/],
      [FULL, /^To fix/, /^Not known/, /^In place/],
    ] as const) {
      const { page } = await openPage(html, { javaScriptEnabled })
      const areas = page.locator('.area:visible, .group:visible')
      const all = await areas.count()
      for (const name of names) {
        const box = page.getByRole('checkbox', { name })
        if ((await box.count()) === 1) await box.uncheck()
        assert.deepEqual(await page.evaluate<string[]>(EMPTIED), [])
      }
      assert.ok((await areas.count()) < all)
    }
  })
}

/** A page as the service serves it for a search. */
function servedFor(text: string, edition: Edition): string {
  const found = reports.find((one) => one.framework === 'scuba-entra' && one.tenant === 'weak')
  assert.ok(found)
  return renderReport({ ...found.report, edition }, {}, { text, address: { link: 'x' } })
}

for (const edition of ['technical', 'full'] as const)
  test(`the service finds in the ${edition} edition what the script finds`, { skip }, async () => {
    for (const text of ['mfa', 'Global ADMINISTRATOR', 'found-nowhere', '']) {
      const served = await openPage(servedFor(text, edition), { javaScriptEnabled: false })
      const scripted = await openPage(pageOf('scuba-entra', 'weak', edition))
      await scripted.page.getByLabel('Search').fill(text)
      const seen = async ({ page }: typeof served) => [
        await page.locator('[data-finding]:visible').count(),
        await page.locator('[data-area]:visible').count(),
      ]
      assert.deepEqual(await seen(served), await seen(scripted), text)
      const counted = text === '' ? '' : await scripted.page.locator('output').textContent()
      assert.equal(await served.page.locator('output').textContent(), counted)
      assert.equal(await served.page.locator('button:visible, select:visible').count(), 1)
    }
  })

test('without JavaScript, a link to what a search hides shows it', { skip }, async () => {
  const { page } = await openPage(servedFor('found-nowhere', 'technical'), { javaScriptEnabled: false })
  assert.equal(await page.locator('[data-finding]:visible').count(), 0)
  await page.locator('.overview a.chip').first().click()
  assert.equal(await page.locator('[data-finding]:visible').count(), 1)
})

test('with JavaScript, a search that the service answered goes on without it', { skip }, async () => {
  const { page, complaints } = await openPage(servedFor('mfa', 'technical'))
  const [shown, all] = [page.locator('[data-finding]:visible'), await page.locator('[data-finding]').count()]
  const found = await shown.count()
  assert.ok(found > 0 && found < all)
  assert.equal(await page.getByRole('button', { name: 'Find' }).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Show all' }).count(), 0)
  const address = page.url()
  await page.getByLabel('Search').press('Enter')
  await page.getByLabel('Search').fill('')
  assert.equal(await shown.count(), all)
  assert.equal(page.url(), address)
  assert.deepEqual(complaints, [])
})

test('one button opens everything in a section, and closes it', { skip }, async () => {
  const { page } = await openPage(WEAK)
  const open = page.locator('#todo details[open]')
  assert.equal(await open.count(), 0)
  await page.getByRole('button', { name: 'Open all' }).click()
  assert.equal(await open.count(), await page.locator('#todo details').count())
  await page.getByRole('button', { name: 'Close all' }).click()
  assert.equal(await open.count(), 0)
})

test('a command is copied as it stands there, and an action as lines of text', { skip }, async () => {
  const { page } = await openPage(WEAK, { permissions: ['clipboard-read', 'clipboard-write'] })
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByRole('button', { name: 'Open all' }).click()
  const code = page.locator('pre').first()
  const button = page.getByRole('button', { name: 'Copy command' }).first()
  await button.click()
  assert.equal(await copied(), await code.textContent())
  const action = page.locator('.action').first()
  await action.getByRole('button', { name: 'Copy action as text' }).click()
  const lines = (await copied()).split('\n')
  assert.equal(lines[0], await action.locator('.remedy').textContent())
  assert.match(lines[1] ?? '', /^Critical severity · Effort: /)
  assert.ok(lines.some((line) => /^1\. .*<https:\/\//.test(line)))
  assert.ok(lines.some((line) => line.startsWith('Done when: ')))
  assert.equal(new Set(lines).size, lines.length)
})

test('where the browser refuses to copy, the text is selected instead, and the page says so', { skip }, async () => {
  const { page, complaints } = await openPage(WEAK)
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))')
  const selected = (): Promise<string> => page.evaluate<string>('getSelection().toString()')
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.getByRole('button', { name: 'Copy command' }).first().click()
  assert.equal(await selected(), await page.locator('pre').first().textContent())
  const action = page.locator('.action').first()
  const button = action.getByRole('button', { name: 'Copy action as text' })
  await button.click()
  const [title, marks = ''] = (await selected()).split('\n')
  assert.equal(title, await action.locator('.remedy').textContent())
  assert.match(marks, /^Critical severity · Effort: /)
  await page.getByText('Your browser does not let this page copy.').first().waitFor()
  const before = await selected()
  await button.click()
  assert.equal(await selected(), before)
  assert.equal(await action.locator('textarea').count(), 1)
  assert.equal(await page.getByRole('button', { name: 'Copied' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('a list of few actions has no filter', () => {
  const found = new Set<boolean>()
  for (const { report } of reports) {
    const html = renderReport({ ...report, edition: 'technical' })
    const isFiltered = html.includes('<div class="filter"')
    assert.equal(isFiltered, html.split('class="action"').length - 1 >= FILTER_FROM)
    found.add(isFiltered)
  }
  assert.equal(found.size, 2)
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  test(`${how} JavaScript, only actions of the chosen frameworks are shown`, { skip }, async () => {
    const combined = combinedReports(reports).find(({ tenant }) => tenant === 'weak')
    assert.equal(combined?.report.parts.length, 3)
    const html = renderCombinedReport({ ...combined.report, edition: 'technical' })
    const { page } = await openPage(html, { javaScriptEnabled })
    const shown = page.locator('[data-finding]:visible')
    const count = async (frameworks: string): Promise<number> =>
      await page.locator(`[data-one-of${frameworks}]`).count()
    const all = await shown.count()
    await page.getByRole('checkbox', { name: 'CISA SCuBA Baseline for Entra ID' }).uncheck()
    assert.equal(await shown.count(), all - (await count('="framework-is-scuba-entra"')))
    // What is about both of the others is not about the one that is left.
    assert.ok((await count('="framework-is-nist-csf framework-is-scuba-entra"')) > 0)
    await page.getByRole('checkbox', { name: 'NIST Cybersecurity Framework' }).uncheck()
    assert.equal(await shown.count(), await count('*="essential-eight"'))
    await page.getByRole('checkbox', { name: 'Essential Eight' }).uncheck()
    assert.equal(await shown.count(), 0)
  })
}
