import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { assertAccessible } from '../harness/accessibility.ts'
import type { Api } from '../harness/api.ts'
import type { Surfer, Visit } from '../harness/browser.ts'

const WIDTHS = [320, 768, 1280, 1920] as const

/** A separate script, because it runs in the browser, whose types the tests do not have. */
const LAYOUT_FAULTS = readFileSync(new URL('layout-faults.js', import.meta.url), 'utf8')

/** A signed-in person: the header of their cookie, or a function that reads its value. */
type SignedIn = { cookie: string } | { cookie: () => string | undefined }

/** Gives a window the session of a person. */
export async function enterAs({ baseUrl }: Pick<Api, 'baseUrl'>, { context }: Visit, person: SignedIn): Promise<void> {
  const { cookie } = person
  const value = typeof cookie === 'string' ? cookie.slice(SESSION_COOKIE.length + 1) : (cookie() ?? '')
  // The cookie's name has a prefix that requires a path and no domain; Playwright takes both from the address.
  await context.addCookies([
    { name: SESSION_COOKIE, value, url: baseUrl, secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
}

/** A new window of a signed-in person. */
export async function openAs(
  api: Pick<Api, 'baseUrl'>,
  surfer: Pick<Surfer, 'open'>,
  person: SignedIn,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await surfer.open({ reducedMotion: 'reduce', ...options })
  await enterAs(api, visit, person)
  return visit
}

/** Opens a screen, and waits until all of its data has arrived. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForScreen(page)
}

/** Waits until a screen is shown and no part of it is loading. */
export async function waitForScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** A page is laid out several times while its size changes; people see the last layout. */
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))'
/** On a busy machine, the last layout may be late. */
const MAX_LOOKS = 20

/** Fails if the page keeps scrolling sideways, or if two texts or controls keep covering each other. */
export async function assertFits(page: Page, step: string): Promise<void> {
  let faults: string[] = []
  for (let look = 0; look < MAX_LOOKS; look++) {
    await page.evaluate(NEXT_FRAME)
    faults = await page.evaluate(LAYOUT_FAULTS)
    if (faults.length === 0) return
  }
  assert.deepEqual(faults, [], step)
}

/** Like `assertFits`, in windows from 320 to 1920 pixels. */
export async function assertFitsAll(page: Page, step: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertFits(page, `${step} at ${width} pixels`)
  }
  await page.setViewportSize(before)
}

/** Fails if the page is not accessible or does not fit every window. */
export async function assertGood(page: Page, step: string): Promise<void> {
  await assertAccessible(page, step)
  await assertFitsAll(page, step)
}

/** Uses only the keyboard: presses Tab until the element with this accessible name has the focus, then the key. */
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

/** The complaints of the browser, without those about calls that were refused with these statuses. */
export const unexpected = (complaints: readonly string[], ...statuses: number[]): string[] =>
  complaints.filter(
    (text) => !statuses.some((status) => text.includes(`the server responded with a status of ${status}`)),
  )
