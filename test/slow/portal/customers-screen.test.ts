import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { TENANT } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { seedMany } from '../../portal/many-customers.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, pressOn, unexpected } from '../../portal/window.ts'
import { eventually } from '../../runs/eventually.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens({
  worker: true,
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date().toISOString()), tenantId }),
})

/** A partner on the smallest plan, and a technician in a window of their own. */
async function enter(name: string, customers: number) {
  const { partnerId } = await api.partner(name, 'starter')
  const client = await api.as(name)
  if (customers > 0) await seedMany(api.db, partnerId, { customers, runsEach: 7, now: new Date() })
  const visit = await openFor(partnerId, { role: 'technician' })
  return { partnerId, client, ...visit }
}

const rowsOf = (page: Page) => page.getByRole('table', { name: /^Customers/ }).getByRole('rowheader')

test('customers are added, sorted, filtered, grouped, and found again in a saved view', { skip }, async () => {
  const { page, context, client, complaints } = await enter('works', 0)
  await goTo(page, '/customers')
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
  await pressOn(page, 'Add customer', 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bellbird Engineering')
  await dialog.getByLabel('Tenant id').fill('not a tenant')
  await pressOn(page, 'Add customer', 'Enter')
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByLabel('Tenant id').fill(TENANT)
  await dialog.getByLabel('Who answers questionnaires').fill('owner@bellbird.example, it@bellbird.example')
  await pressOn(page, 'Add customer', 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Bellbird Engineering/ })
    .getByText('Not assessed')
    .waitFor()
  const { customers } = (await client.get('/v1/partner/customers')).body
  const saved = (await client.get(`/v1/partner/customers/${customers[0].id}`)).body
  assert.deepEqual(saved.questionnaireRecipients, ['owner@bellbird.example', 'it@bellbird.example'])

  for (const name of ['Aardvark Foods', 'Currawong Legal'])
    await client.post('/v1/partner/customers', { name, tenantId: '00000000-0000-4000-8000-00000000dead' })
  await goTo(page, '/customers')
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.waitForURL(/sort=name/)
  assert.deepEqual(await rowsOf(page).allInnerTexts(), ['Aardvark Foods', 'Bellbird Engineering', 'Currawong Legal'])
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  assert.match(page.url(), /down=1/)
  await page.getByRole('link', { name: 'not approved' }).click()
  await page.getByText('2 of 3 customers').waitFor()
  assert.match(page.url(), /consent=missing/)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Group customers' }).click()
  await dialog.getByText('2 customers.').waitFor()
  await dialog.getByLabel('Name of the group').fill('To approve')
  await pressOn(page, 'Add to group', 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Aardvark Foods/ })
    .getByText('To approve')
    .waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await dialog.getByLabel('Name').fill('Waiting for approval')
  await pressOn(page, 'Save view', 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await goTo(page, '/customers')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Waiting for approval' }).click()
  await page.getByText('2 of 3 customers').waitFor()
  await page.getByRole('button', { name: 'View: Waiting for approval' }).waitFor()
  await assertGood(page, 'a view')
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('runs start for all that match, and the list follows them to their end', { skip }, async () => {
  const { page, context, client, partnerId, complaints } = await enter('counts', 60)
  const made = await client.post('/v1/partner/customers/bulk', {
    customers: ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name: `Sample ${name}`, tenantId: TENANT })),
  })
  assert.equal(made.body.created, 3)
  await goTo(page, '/customers')
  await page.getByText('63 customers').waitFor()
  await assertGood(page, 'a full list')
  await page.getByRole('searchbox', { name: 'Search' }).fill('sample')
  await page.getByText('3 of 63 customers').waitFor()
  await page.getByRole('button', { name: 'Start runs' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Uses 3 of the 50 runs left this month.').waitFor()
  await assertGood(page, 'the forecast')
  await dialog.getByRole('button', { name: 'Start 3 runs' }).click()
  await dialog.waitFor({ state: 'detached' })
  const states = page.getByRole('row', { name: /Sample Alpha/ })
  await states.getByText(/^(Run queued|Running)/).waitFor()
  await eventually('the runs are completed', async () =>
    (await readRuns(partnerId)).every(({ status }) => status === 'completed'),
  )
  // Without a word from the person: the stream says so.
  await states.getByText(/just now|minutes? ago/).waitFor()
  assert.deepEqual(unexpected(complaints), [])
  await context.close()
})

const readRuns = (partnerId: string) =>
  api.db
    .selectFrom('runs')
    .select('status')
    .where('partner_id', '=', partnerId)
    .where('created_at', '>', new Date(Date.now() - DAY_MS))
    .execute()
