import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { EDITIONS, type Edition } from '../../../src/features/reports/content/edition.ts'
import { renderReport } from '../../../src/features/reports/html/page.ts'
import { reportPolicy } from '../../../src/features/reports/html/style.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const skip = withoutBrowser
const reports = await tenantReports()
let surfer: Surfer | undefined
after(async () => await surfer?.[Symbol.asyncDispose]())

/** More than any way to a control through the filter and the first action. */
const MAX_STEPS = 60

async function openTechnical(): Promise<Page> {
  return await openEdition('technical')
}

async function openEdition(edition: Edition): Promise<Page> {
  const found = reports.find(({ framework, tenant }) => framework === 'essential-eight' && tenant === 'weak')
  assert.ok(found)
  surfer ??= await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page } = await surfer.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const show = await preparePage(page)
  const html = renderReport({ ...found.report, edition })
  await show({ html, headers: { 'Content-Security-Policy': reportPolicy() } })
  return page
}

/** Presses Tab until the control has the focus, which must be visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate<string | undefined>(
      `document.activeElement.matches(${JSON.stringify(selector)}) ? getComputedStyle(document.activeElement).outlineStyle : undefined`,
    )
    if (outline === undefined) continue
    assert.notEqual(outline, 'none', `the focus on ${selector} cannot be seen`)
    return
  }
  assert.fail(`Tab does not lead to ${selector}`)
}

test('Tab leads through the filter in reading order, and each control works from the keyboard', { skip }, async () => {
  const page = await openTechnical()
  const shown = page.locator('[data-finding]:visible')
  const all = await shown.count()
  const own = await page.locator('.severity-is-critical[data-finding]').count()
  assert.ok(own > 0)
  await tabTo(page, '[data-shows="severity-is-critical"]')
  await page.keyboard.press('Space')
  assert.equal(await shown.count(), all - own)
  await page.keyboard.press('Space')
  assert.equal(await shown.count(), all)

  await tabTo(page, 'input[type="search"]')
  await page.keyboard.type('no such finding')
  assert.equal(await shown.count(), 0)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  assert.equal(await shown.count(), all)

  await tabTo(page, 'select')
  await page.keyboard.type('Most')
  assert.equal(await page.locator('[data-area]:visible').count(), 0)
  await page.keyboard.press('Home')
  assert.ok((await page.locator('[data-area]:visible').count()) > 0)

  const open = page.locator('#todo details[open]')
  await tabTo(page, '[data-folds]')
  await page.keyboard.press('Enter')
  assert.equal(await open.count(), await page.locator('#todo details').count())
  await page.keyboard.press('Space')
  assert.equal(await open.count(), 0)
})

test('a folded part opens, and what stands in it is copied, from the keyboard', { skip }, async () => {
  const page = await openTechnical()
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
  await tabTo(page, '[data-folds]')
  await page.keyboard.press('Space')
  await tabTo(page, '[data-copies="code"]')
  await page.keyboard.press('Enter')
  assert.equal(await copied(), await page.locator('pre').first().textContent())
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await tabTo(page, '[data-copies="action"]')
  await page.keyboard.press('Space')
  assert.notEqual(await copied(), await page.locator('pre').first().textContent())
})

/** Whether the whole ring around what has the focus can be seen; what is higher than the window need not. It runs in the browser. */
const RING_IS_WHOLE = `(() => {
  const focused = document.activeElement
  if (focused === document.body || focused.clientHeight > innerHeight / 2) return true
  const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(focused)
  const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const box = focused.getBoundingClientRect()
  const isIn = ({ left, right, top, bottom }) =>
    box.left - ring >= left && box.right + ring <= right && box.top - ring >= top && box.bottom + ring <= bottom
  const scrolled = focused.parentElement.closest('.scroll')
  const view = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
  return outlineStyle !== 'none' && isIn(view) && (scrolled === null || isIn(scrolled.getBoundingClientRect()))
})()`

for (const edition of EDITIONS) {
  test(`the ring around the focus is seen whole on every stop of the ${edition} edition`, { skip }, async () => {
    const page = await openEdition(edition)
    for (let stop = 1; stop <= 2 * MAX_STEPS; stop++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate<string>('document.activeElement.textContent.trim().slice(0, 40)')
      assert.ok(await page.evaluate<boolean>(RING_IS_WHOLE), `stop ${stop}: ${name}`)
    }
  })
}
