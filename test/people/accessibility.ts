import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Asserts that a page has no barriers that axe finds. */
export async function checkAccessibility(page: Page, step: string): Promise<void> {
  await page.evaluate(axe.source)
  const found: axe.AxeResults = JSON.parse(await page.evaluate('axe.run().then((found) => JSON.stringify(found))'))
  assert.ok(found.passes.length > 0, `${step}: nothing was checked`)
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    [],
    step,
  )
}
