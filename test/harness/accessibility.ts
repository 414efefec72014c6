import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Waits until the page has stopped changing: colours change with the next frame, and elements that fade in have too
 * little contrast until they are shown. Ignores loading indicators, which never end.
 */
const STILL = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.all(document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    .map((each) => each.finished.catch(() => {}))))
  .then(() => 0)`

const OF_COLOURS: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** A busy browser may still show the previous frame, so a violation counts only if it persists. */
const REPEATS = 8
const PAUSE_MS = 250

/**
 * Fails on every violation that axe finds, without exceptions. Only colours differ between light and dark, so only
 * rules about colours are checked again in dark.
 */
export async function assertAccessible(page: Page, step: string): Promise<void> {
  const inLight = await findLasting(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await findLasting(page, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual({ light: inLight, dark: inDark }, { light: [], dark: [] }, step)
}

/** Fails on every colour that axe finds hard to read, in light and in dark: for pages whose structure is not ours. */
export async function assertReadable(page: Page, step: string): Promise<void> {
  const found: Record<string, string[]> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found[colorScheme] = await findLasting(page, OF_COLOURS)
  }
  assert.deepEqual(found, { light: [], dark: [] }, step)
}

/** Fails on every colour and link that axe finds hard to read on paper. */
export async function assertPrintable(page: Page, step: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const found = await findLasting(page, OF_COLOURS)
  await page.emulateMedia({ media: null })
  assert.deepEqual(found, [], step)
}

/** The violations that persist. */
async function findLasting(page: Page, options: axe.RunOptions): Promise<string[]> {
  let found = await findViolations(page, options)
  for (let again = 0; again < REPEATS && found.length > 0; again++) {
    await page.waitForTimeout(PAUSE_MS)
    found = await findViolations(page, options)
  }
  return found
}

async function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(STILL)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // For other results axe would compute a selector of each element, which takes longer than the checks. With `preload` it would
  // load style sheets and media once more, for rules that do not run here.
  const only = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })
  const run = `axe.run(${only}).then(({ passes, violations }) => JSON.stringify({ passed: passes.length, violations }))`
  const found: Pick<axe.AxeResults, 'violations'> & { passed: number } = JSON.parse(await page.evaluate(run))
  assert.ok(found.passed > 0, 'nothing was checked')
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
}
