import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { makeCustomer, makeRun } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, unexpected } from '../../portal/window.ts'
import { eventually } from '../../runs/eventually.ts'

const skip = withoutBrowser
let nowMs = Date.now()
const { api, openFor } = await openScreens({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }),
})

const CUSTOMERS = ['Bellbird Engineering', 'Umbrella Logistics', 'Contour Dental']

/** Each customer is assessed without and then with a compensating control, which ends before a third run. */
before(async () => {
  if (skip) return
  const client = await api.as('acme')
  for (const name of CUSTOMERS) {
    const customerId = await makeCustomer(client, name)
    const assess = async () => executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
    await assess()
    nowMs += 1000
    const control = {
      kind: 'compensating-control',
      product: 'essential-eight',
      requirement: 'ISM-1504',
      reason: 'The network lets nobody in who has not passed it.',
      approver: 'Ada Park',
      expiresAt: new Date(nowMs + 86_400_000).toISOString(),
    }
    await client.post(`/v1/partner/customers/${customerId}/exceptions`, control)
    await assess()
  }
  await makeCustomer(client, 'Never Assessed')
})

async function enter(name: string, options = {}) {
  const { partnerId } = await api.partner(name)
  return await openFor(partnerId, { role: 'reader' }, options)
}

test('fixes are filtered in the address, downloaded, and lead to their steps and customers', { skip }, async () => {
  const { page, context, complaints } = await enter('acme')
  await goTo(page, '/fixes')
  await page.getByText('3 of 4 customers included').waitFor()
  await page.getByText('1 customer has no completed run yet.').waitFor()
  const item = page.getByRole('listitem').filter({ hasText: 'Show customers' })
  assert.match((await item.textContent()) ?? '', /^3customersResolved/)
  await item.getByText('Show customers').click()
  await item.getByText('Contour Dental, Umbrella Logistics, Bellbird Engineering').waitFor()

  await page.getByLabel('Effort', { exact: true }).selectOption('Less than an hour')
  await page.waitForURL('**/fixes?effort=minutes')
  const efforts = page.getByRole('table').getByRole('cell', { name: /Less than|A project/ })
  await eventually('the table has that effort alone', async () => {
    const shown = new Set(await efforts.allTextContents())
    return shown.size === 1 && shown.has('Less than an hour')
  })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'fixes.csv')

  await goTo(page, '/fixes')
  const link = page.getByRole('rowheader').getByRole('link').first()
  const title = await link.textContent()
  await link.click()
  await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
  await page.getByRole('heading', { name: 'How to do it' }).waitFor()
  for (const name of CUSTOMERS) {
    const customer = page.getByRole('rowheader', { name }).getByRole('link')
    assert.match((await customer.getAttribute('href')) ?? '', /^\/customers\/cust_/)
  }
  await page.getByRole('link', { name: 'All fixes' }).click()
  await page.waitForURL('**/fixes')
  assert.deepEqual(unexpected(complaints), [])
  await context.close()
})

test('without a completed run the screen says what to do, and distributors have no fixes', { skip }, async () => {
  const { page, context } = await enter('empty')
  await goTo(page, '/fixes')
  await page.getByRole('heading', { name: 'No completed run yet' }).waitFor()
  await assertGood(page, 'no fixes')
  await context.close()
  const { id } = await api.distributor('meridian')
  const distributor = await openFor(id)
  await goTo(distributor.page, '/fixes')
  await distributor.page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor()
  await distributor.context.close()
})

test('the fixes screen is accessible and fits every width', { skip }, async () => {
  const { page, context } = await enter('acme')
  await goTo(page, '/fixes')
  const open = (await page.getByRole('rowheader').getByRole('link').first().getAttribute('href')) ?? ''
  for (const path of ['/fixes', open, '/fixes/require-mfa-of-everyone']) {
    await goTo(page, path)
    await assertGood(page, path)
  }
  await context.close()
})
