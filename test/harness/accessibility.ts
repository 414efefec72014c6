import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Waits until the page looks as it stays: colours change with the next frame, and elements that fade in lack contrast until
 * the end. Loading indicators never end.
 */
const STILL = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.all(document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    .map((each) => each.finished.catch(() => {}))))
  .then(() => 0)`

const OF_COLOURS: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * Fails on every violation that axe finds, without exceptions. Only colours differ between light and dark, so that in dark
 * only what concerns them is checked.
 */
export async function assertAccessible(page: Page, step: string): Promise<void> {
  const checked = await findViolations(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  let inDark = await findViolations(page, OF_COLOURS)
  // A busy browser may still draw the colours from before.
  for (let again = 0; again < 2 && inDark.length > 0; again++) {
    await page.waitForTimeout(250)
    inDark = await findViolations(page, OF_COLOURS)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual({ light: checked, dark: inDark }, { light: [], dark: [] }, step)
}

async function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(STILL)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const run = `axe.run(${JSON.stringify(options)}).then((found) => JSON.stringify(found))`
  const found: axe.AxeResults = JSON.parse(await page.evaluate(run))
  assert.ok(found.passes.length > 0, 'nothing was checked')
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
}
