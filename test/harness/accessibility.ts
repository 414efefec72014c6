import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

export const SCHEMES = ['light', 'dark'] as const

/** Fails on every violation that axe finds, without exceptions. */
export async function assertAccessible(page: Page, step: string): Promise<void> {
  // Elements that fade in lack contrast until the end. Loading indicators never end.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
      .map((each) => each.finished.catch(() => {}))).then(() => 0)`,
  )
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(await page.evaluate('axe.run().then((found) => JSON.stringify(found))'))
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  const violations = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
  assert.deepEqual(violations, [], step)
}
