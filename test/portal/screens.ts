import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import type { Api } from '../harness/api.ts'
import type { Surfer, Visit } from '../harness/browser.ts'
import type { Visitor } from '../people/portal.ts'

export const SCHEMES = ['light', 'dark'] as const

/** A window of somebody who is signed in. */
export async function openAs(
  api: Api,
  browser: Surfer,
  visitor: Visitor,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Visit> {
  const { width = 1280, colorScheme = 'light' } = options
  const visit = await browser.open({ colorScheme, viewport: { width, height: 900 } })
  const value = visitor.cookie() ?? ''
  await visit.context.addCookies([
    { name: SESSION_COOKIE, value, url: api.baseUrl, secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  return visit
}

/** Fails on any barrier that axe finds in the page as it is. */
export async function requireNoBarriers(page: Page, step: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(await page.evaluate('axe.run().then((found) => JSON.stringify(found))'))
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    [],
    step,
  )
}

/** Fails if the page is wider than the window. */
export async function requireNoSideways(page: Page, step: string): Promise<void> {
  // Evaluated as text: the tests know no types of the browser.
  const [content, view]: number[] = JSON.parse(
    await page.evaluate('JSON.stringify([document.documentElement.scrollWidth, document.documentElement.clientWidth])'),
  )
  assert.ok((content ?? 0) <= (view ?? 0), `${step}: ${content} pixels in a window of ${view}`)
}
