import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Api } from '../../harness/api.ts'
import type { Surfer, Visit } from '../../harness/browser.ts'

export const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [320, 768, 1280, 1920] as const

/** A window of somebody who is signed in, by the cookie of their session. */
export async function openAs(
  api: Api,
  surfer: Surfer,
  { cookie }: { cookie: string },
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await surfer.open({ reducedMotion: 'reduce', ...options })
  const [name = '', value = ''] = cookie.split('=')
  await visit.context.addCookies([
    { name, value, url: api.baseUrl, secure: true, httpOnly: true, sameSite: 'Lax' as const },
  ])
  return visit
}

/** Runs axe over the page as it is. */
export async function checkAccessible(page: Page, step: string): Promise<void> {
  await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(
    await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then((found) => JSON.stringify(found))'),
  )
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  const offences = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
  assert.deepEqual(offences, [], step)
}

/** In the browser: if the page scrolls sideways, what reaches beyond the window. */
const WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 60))`

/** Asserts that nothing has to be scrolled sideways at any width. */
export async function checkWidths(page: Page, step: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const wide: string[] = await page.evaluate(WIDE)
    assert.deepEqual(wide, [], `${step} at ${width} pixels`)
  }
  await page.setViewportSize(before)
}

/** Presses Tab until the element of this accessible name has the focus, then the key. Nothing else than the keyboard is used. */
export async function pressOn(page: Page, name: string | RegExp, key: string, role = 'button'): Promise<void> {
  const target = page.getByRole(role as 'button', { name, exact: true }).last()
  await target.waitFor()
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      await page.keyboard.press(key)
      return
    }
    await page.keyboard.press('Tab')
  }
  assert.fail(`the keyboard does not reach ${name}`)
}

/** What the browser complained of, without its own notes on these refused calls, such as `403`. */
export const unexpected = (complaints: readonly string[], ...statuses: number[]): string[] =>
  complaints.filter(
    (text) => !statuses.some((status) => text.includes(`the server responded with a status of ${status}`)),
  )
