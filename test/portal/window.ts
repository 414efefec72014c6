import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import type { Api } from '../harness/api.ts'
import type { Surfer, Visit } from '../harness/browser.ts'
import type { Portal } from './sessions.ts'

/** It runs in the browser, whose types are not those of the tests. */
const LAYOUT_FAULTS = readFileSync(new URL('layout-faults.js', import.meta.url), 'utf8')

/** A new window of somebody who is signed in. */
export async function openAs(
  { baseUrl }: Pick<Api, 'baseUrl'>,
  surfer: Surfer,
  { cookie }: Pick<Portal, 'cookie'>,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await surfer.open(options)
  const value = cookie.slice(SESSION_COOKIE.length + 1)
  // The prefix of its name requires a path and no domain, which Playwright takes from the address.
  await visit.context.addCookies([{ name: SESSION_COOKIE, value, url: baseUrl, secure: true, httpOnly: true }])
  return visit
}

/** Opens a screen, and waits until everything that it reads has arrived. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
}

/** Waits until a screen is shown and nothing of it is loading. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Fails on every violation that axe finds, without exceptions. */
export async function assertAccessible(page: Page, step: string): Promise<void> {
  // What fades in has no contrast meanwhile. Signs of waiting go on for ever.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
      .map((each) => each.finished.catch(() => {}))).then(() => 0)`,
  )
  await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(await page.evaluate('axe.run().then((found) => JSON.stringify(found))'))
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  const violations = found.violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`).join(', ')}`,
  )
  assert.deepEqual(violations, [], step)
}

/** Fails if the page scrolls sideways, or if two texts or controls cover one another. */
export async function assertFits(page: Page, step: string): Promise<void> {
  const faults: string[] = await page.evaluate(LAYOUT_FAULTS)
  assert.deepEqual(faults, [], step)
}
