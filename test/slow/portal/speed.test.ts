import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright-core'
import { type Api, startApi } from '../../harness/api.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { type Portal, signIn } from '../../portal/sessions.ts'
import { openAs, settle } from '../../portal/window.ts'

const skip = withoutBrowser
const ROWS = 1_000

/**
 * Milliseconds of processor time of the page's main thread, which other load of the machine hardly changes. The budgets are those
 * of the design; a machine under load needs a little more.
 */
const BUDGETS = { display: 120, frame: 8, sort: 50 } as const
const ALLOWANCE = 1.5

let api: Api
let surfer: Surfer
let session: Portal

before(async () => {
  if (skip) return
  api = await startApi({ portal: true })
  surfer = await startBrowser(api)
  const distributor = await api.distributor('meridian')
  await sql`
    insert into partners (id, distributor_id, company, email, name, plan, status, created_at, updated_at)
    select 'prt_' || lpad(n::text, 26, '0'), ${distributor.id}, 'Partner number ' || n, 'admin' || n || '@many.example', 'Admin', 'starter', 'active', now(), now()
    from generate_series(1, ${ROWS}::int) as n`.execute(api.db)
  session = await signIn(api, distributor.id)
})
after(async () => {
  await surfer?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

/** Processor time of the main thread since the page was opened, in milliseconds. */
async function usedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

async function openMeasured(): Promise<{ page: Page; devtools: CDPSession; close: () => Promise<void> }> {
  const { page, context } = await openAs(api, surfer, session, { viewport: { width: 1280, height: 800 } })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools, close: () => context.close() }
}

const open = async (page: Page): Promise<void> => {
  await page.goto('/')
  await settle(page)
  await page.getByText('Partner number 1', { exact: true }).waitFor()
}

/** The smallest of three, because collection of garbage falls into some. */
async function bestOf(measure: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < 3; round++) found.push(await measure())
  return Math.min(...found)
}

test('a list of 1,000 rows is displayed, scrolled and sorted without a wait', { skip }, async () => {
  const { page, devtools, close } = await openMeasured()
  const display = await bestOf(async () => {
    await page.goto('about:blank')
    const before = await usedMs(devtools)
    await open(page)
    return (await usedMs(devtools)) - before
  })
  const sort = await bestOf(async () => {
    const before = await usedMs(devtools)
    await page.getByRole('button', { name: 'Partner', exact: true }).click()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))')
    return (await usedMs(devtools)) - before
  })
  const frames = 60
  const frame = await bestOf(async () => {
    const before = await usedMs(devtools)
    await page.evaluate(`(async () => {
      scrollTo(0, 0)
      for (let n = 0; n < ${frames}; n++) {
        scrollBy(0, 300)
        await new Promise((done) => requestAnimationFrame(done))
      }
    })()`)
    return ((await usedMs(devtools)) - before) / frames
  })
  console.log(`${ROWS} rows: displayed in ${display} ms, sorted in ${sort} ms, ${frame} ms a frame of scrolling`)
  const last = await page.evaluate('document.scrollingElement.scrollTop')
  assert.ok(Number(last) > 5_000, 'it was scrolled')
  assert.ok(display <= BUDGETS.display * ALLOWANCE, `displayed in ${display} ms`)
  assert.ok(sort <= BUDGETS.sort * ALLOWANCE, `sorted in ${sort} ms`)
  assert.ok(frame <= BUDGETS.frame * ALLOWANCE, `${frame} ms a frame of scrolling`)
  await close()
})
