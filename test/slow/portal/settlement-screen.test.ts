import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createStatements } from '../../../src/features/settlement/closing/service.ts'
import { changeTerms, createAdjustment } from '../../../src/features/settlement/terms/service.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { AUTHOR, makeActivePartner } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import type { Client } from '../../harness/client.ts'
import { openScreens } from '../../portal/screens.ts'
import { signIn } from '../../portal/sessions.ts'
import { assertGood, goTo, openAs, pressOn, waitForScreen } from '../../portal/window.ts'

const skip = withoutBrowser
/** One more than a page has. */
const STATEMENTS = 26
const START = '2031-01-01T09:00:00.000Z'
const COMPANY = 'Contour <b>Cloud</b> Services'
const REASON = 'Credit for the outage of 3 January.'

/** The time of the service: the past while the fixture is made, then the current time. */
let now = new Date(START)
const { api, surfer, openFor } = await openScreens({ now: () => now })
let distributor: Client & { id: string }
let partnerId: string

/** A distributor with a statement for each of many quarters: the first one has an adjustment. We bill one of its partners. */
before(async () => {
  if (skip) return
  distributor = await api.distributor('meridian')
  const billing = { currency: 'AUD', interval: 'quarterly' }
  await changeTerms(api.app, AUTHOR, distributor.id, { basisPoints: 1_250 })
  const made = await makeActivePartner(api, distributor, { company: COMPANY, billing })
  partnerId = made.id
  await changeTerms(api.app, AUTHOR, distributor.id, { processorBilling: true })
  const more = { company: 'Heron IT', email: 'admin@heron.example', plan: 'starter', billing }
  await makeActivePartner(api, distributor, more)
  const adjustment = { currency: 'AUD', interval: 'quarterly', amountMinor: -9_999_900n } as const
  await createAdjustment(api.app, AUTHOR, distributor.id, { ...adjustment, reason: REASON, decidedBy: 'Ada Operator' })
  now = new Date('2040-01-01T00:00:00.000Z')
  for (let count = 0; count < STATEMENTS; count += 1)
    assert.equal((await createStatements(api.app, AUTHOR, distributor.id, 'quarterly'))?.statementIds.length, 1)
  now = new Date()
})

/** What a link downloads. */
async function download(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), pressOn(page, name, 'Enter', 'link')])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('a distributor finds and reads its statements, by keyboard and on accessible screens', {
  skip,
}, async () => {
  const { page, context, complaints } = await openFor(distributor.id, {}, { timezoneId: 'UTC' })
  await goTo(page, '/')
  await pressOn(page, 'Settlement', 'Enter', 'link')
  const rows = page.getByRole('table', { name: 'Settlement statements' }).getByRole('row')
  await rows.nth(1).getByText('Statement 26').waitFor()
  assert.equal(await rows.count(), 1 + 25)
  await assertGood(page, 'the list')
  await pressOn(page, 'Older', 'Enter')
  await page.getByRole('link', { name: 'Statement 1', exact: true }).waitFor()
  const first = (await rows.nth(1).getByRole('cell').allTextContents()).slice(0, 2)
  // 1,587.00, less the shares of 198.38 and 55.88, less the adjustment.
  assert.deepEqual(first, ['2031-Q1', 'AUD −98,666.26'])

  await pressOn(page, 'Statement 1', 'Enter', 'link')
  await page.getByRole('heading', { level: 1, name: 'Statement 1' }).waitFor()
  await waitForScreen(page)
  const lines = page.getByRole('table', { name: 'Partners' }).getByRole('row')
  assert.deepEqual(await lines.nth(1).locator('th, td').allTextContents(), [
    COMPANY,
    'Professional',
    '90 days, 1 January to 31 March',
    'AUD 1,587.00',
    'AUD 198.38 (12.5%)',
    'AUD 1,388.62',
  ])
  assert.deepEqual((await lines.nth(2).locator('th, td').allTextContents()).slice(0, 2), [
    'Heron IT',
    'Starterbilled by us',
  ])
  assert.equal(await lines.nth(2).getByRole('cell').last().textContent(), 'AUD −55.88')
  const adjustment = page.getByRole('table', { name: 'Adjustments' }).getByRole('row').nth(1)
  const [reason, author, , amount] = await adjustment.locator('th, td').allTextContents()
  assert.deepEqual([reason, author, amount], [REASON, 'Ada Operator', 'AUD −99,999.00'])
  await page.getByText('We owe you').waitFor()
  await page.getByText('1 January 2031 to 31 March 2031 (UTC)').waitFor()
  await assertGood(page, 'a statement')

  const pdf = await download(page, 'Download PDF')
  assert.match(pdf.name, /\.pdf$/)
  assert.equal(pdf.content.subarray(0, 5).toString(), '%PDF-')
  const csv = await download(page, 'Download CSV')
  assert.match(csv.name, /\.csv$/)
  assert.ok(csv.content.includes(REASON))
  assert.deepEqual(complaints, [])
  await context.close()
})

test('without statements, the screen says when the first one is created, and the command palette finds it', {
  skip,
}, async () => {
  const { id } = await api.distributor('fresh')
  const { page, context, complaints } = await openFor(id)
  await goTo(page, '/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('revenue')
  await page.getByRole('option', { name: 'Settlement' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No statements yet' }).waitFor()
  await page.getByText(/closed on 1 \w+ \d{4} at 01:00 UTC/).waitFor()
  await page.getByText('By the API').click()
  await page.getByText(/\/api\/v1\/distributor\/settlements'/).waitFor()
  await assertGood(page, 'the empty list')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('partners, technicians and other distributors see no statement', { skip }, async () => {
  const { body } = await distributor.get('/v1/distributor/settlements?limit=1')
  const [{ id: statement }] = body.settlements
  const visitors = [
    { session: await signIn(api, partnerId), says: 'There is nothing here' },
    {
      session: await signIn(api, distributor.id, { role: 'technician' }),
      says: 'Only owners and administrators can see settlement statements.',
    },
  ]
  for (const { session, says } of visitors) {
    const { page, context, complaints } = await openAs(api, surfer, session)
    for (const path of ['/settlement', `/settlement/${statement}`]) {
      await goTo(page, path)
      await page.getByText(says).waitFor()
      await assertAccessible(page, says)
      assert.equal(await page.getByRole('link', { name: 'Settlement', exact: true }).count(), 0, says)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('revenue')
    await page.getByText('Nothing matches').waitFor()
    assert.equal(await page.getByRole('option', { name: 'Settlement' }).count(), 0)
    assert.deepEqual(complaints, [], 'nothing was asked for that is refused')
    await context.close()
  }
  const { id } = await api.distributor('stranger')
  const { page, context } = await openFor(id)
  await goTo(page, `/settlement/${statement}`)
  await page.getByText('Statement not found.').waitFor()
  await context.close()
})
