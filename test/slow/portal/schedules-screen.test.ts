import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startScheduledRuns } from '../../../src/features/schedules/occurrences/jobs.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { makeCustomer } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, pressOn, unexpected } from '../../portal/window.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens()

const WEEKLY = {
  product: 'essential-eight',
  every: { unit: 'week', on: 'sunday' },
  window: { from: '22:00', to: '02:00' },
  timeZone: 'Australia/Sydney',
}

/** A partner on the smallest plan with one customer, and a technician in a window of their own. */
async function enter(name: string, options = {}) {
  const { partnerId } = await api.partner(name, 'starter')
  const client = await api.as(name)
  const customerId = await makeCustomer(client, 'Bellbird Engineering')
  const visit = await openFor(partnerId, { role: 'technician' }, { timezoneId: 'Europe/Berlin', ...options })
  return { partnerId, client, customerId, ...visit }
}

test('a schedule is created after a preview, changed, paused, resumed and deleted, by keyboard', { skip }, async () => {
  const { page, context, client, customerId, complaints } = await enter('works')
  await goTo(page, '/schedules')
  await pressOn(page, 'Create schedule', 'Enter')
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Time zone').inputValue(), 'Europe/Berlin')
  await dialog.getByLabel('Customer').selectOption('Bellbird Engineering')
  await dialog.getByLabel('On', { exact: true }).selectOption('Sunday')
  await dialog.getByText('About 5 runs a month for 1 customer.', { exact: false }).waitFor()
  const preview = dialog.getByRole('status', { name: 'Preview' })
  // Until then it shows the day that was chosen first.
  await preview
    .getByRole('listitem')
    .first()
    .filter({ hasText: /^Sunday, .*02:00–06:00$/ })
    .waitFor()
  assert.equal(await preview.getByRole('listitem').count(), 5)
  assert.match((await preview.locator('time').first().getAttribute('title')) ?? '', /UTC/)

  await dialog.getByLabel('Every').fill('13')
  await dialog.getByLabel('Window until').fill('02:05')
  await dialog.getByText('Must be at most 12.').waitFor()
  await dialog.getByLabel('Every').fill('2')
  await dialog.getByText('Must be at least 15 minutes after the start.').waitFor()
  await pressOn(page, 'Create schedule', 'Enter')
  await dialog.getByText('Must be at least 15 minutes after the start.').waitFor()
  await dialog.getByLabel('Window until').and(page.locator(':focus')).waitFor()
  assert.equal(await dialog.getByLabel('Every').inputValue(), '2', 'the input stays')
  await dialog.getByLabel('Window until').fill('06:00')
  await dialog.getByText('About 3 runs a month for 1 customer.', { exact: false }).waitFor()
  await pressOn(page, 'Create schedule', 'Enter')
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Bellbird Engineering/ })
  await row.getByText('Every 2 weeks on Sunday').waitFor()
  await row.getByText('02:00–06:00, Europe/Berlin').waitFor()
  const { schedules } = (await client.get('/v1/partner/schedules')).body
  assert.deepEqual([schedules.length, schedules[0].customerId], [1, customerId])

  const actions = 'Actions for Bellbird Engineering, Essential Eight'
  await pressOn(page, actions, 'Enter')
  await pressOn(page, 'Change', 'Enter', 'menuitem')
  await dialog.getByLabel('Unit').selectOption('Months')
  await dialog.getByLabel('On', { exact: true }).selectOption('The last day')
  await pressOn(page, 'Save', 'Enter')
  await row.getByText('Every 2 months on the last day').waitFor()

  await api.db.updateTable('schedules').set({ starts_on: '2020-01-31' }).where('id', '=', schedules[0].id).execute()
  await goTo(page, '/schedules')
  await pressOn(page, actions, 'Enter')
  await pressOn(page, 'Change', 'Enter', 'menuitem')
  await dialog.getByRole('status', { name: 'Preview' }).waitFor()
  await dialog.getByText('With all other active schedules: about 1 a month.', { exact: false }).waitFor()
  assert.equal(await dialog.locator('[aria-invalid]').count(), 0)
  await dialog.getByLabel('Unit').selectOption('Quarters')
  await pressOn(page, 'Save', 'Enter')
  await row.getByText('Every 2 quarters on the 31st', { exact: false }).waitFor()

  await page.getByRole('button', { name: actions }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await row.getByText('Paused manually, until it is resumed.').waitFor()
  await page.getByRole('button', { name: actions }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await row.getByText('Active').waitFor()
  await page.getByRole('button', { name: actions }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await pressOn(page, 'Delete schedule', 'Enter')
  await page.getByRole('heading', { name: 'No schedule yet' }).waitFor()
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('a schedule for all customers shows its last outcome, and when the plan has too few runs', {
  skip,
}, async () => {
  const { page, context, client, customerId, complaints } = await enter('counts')
  const { body } = await client.post('/v1/partner/schedules', { ...WEEKLY, customerId: 'all' })
  const at = new Date('2026-05-03T12:30:00Z')
  await api.db
    .insertInto('schedule_occurrences')
    .values({
      schedule_id: body.id,
      customer_id: customerId,
      occurs_on: '2026-05-03',
      due_at: at,
      expires_at: at,
      decided_at: at,
      outcome: 'failing',
    })
    .execute()
  await goTo(page, '/schedules')
  const row = page.getByRole('row', { name: /All customers/ })
  await row.getByText('1 skipped: the last three runs failed with the same code').waitFor()
  await row.getByText('3 May').waitFor()
  await row.getByText('22:00–02:00 the next day, Australia/Sydney').waitFor()
  assert.match((await row.locator('time').getAttribute('title')) ?? '', /UTC/)
  await page.getByRole('button', { name: /^Actions for All customers/ }).click()
  await page.getByRole('menuitem', { name: 'Try failing customers again' }).click()
  await page.getByText('Customers whose runs failed will be tried again.').waitFor()

  await row.getByRole('link', { name: 'All customers' }).click()
  await page.getByRole('heading', { level: 1, name: 'All customers, Essential Eight' }).waitFor()
  await page.getByRole('table', { name: 'By day' }).getByText('1 skipped: the last three runs failed').waitFor()
  const occurrence = page.getByRole('table', { name: 'Occurrences' }).getByRole('row', { name: /Bellbird/ })
  await occurrence.getByText('The last three runs failed with the same code.').waitFor()
  assert.equal(
    await occurrence.getByRole('link', { name: 'Show the runs that failed' }).getAttribute('href'),
    '/runs?status=failed&q=Bellbird+Engineering',
  )
  await assertGood(page, 'the history')
  await page.getByLabel('Outcome').selectOption('Started')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('link', { name: 'All schedules' }).click()
  await row.waitFor()

  const before = { schedule_id: body.id, occurs_on: '2026-05-04' }
  const dueAt = new Date(Date.now() - 60_000)
  const pending = { customer_id: customerId, due_at: dueAt, expires_at: new Date(Date.now() + 60_000) }
  await api.db
    .insertInto('schedule_occurrences')
    .values({ ...before, ...pending })
    .execute()
  assert.equal(await startScheduledRuns(api.app), 1)
  await row.getByText('Started for 1 customer').waitFor()

  await makeCustomer(client, 'Umbrella Logistics')
  await client.post('/v1/partner/schedules', { ...WEEKLY, customerId: 'all', every: { unit: 'day' } })
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByText('This is more than your plan includes.').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('readers see why they cannot change schedules, and distributors have none', { skip }, async () => {
  const { context, client, partnerId } = await enter('roles')
  await context.close()
  await client.post('/v1/partner/schedules', { ...WEEKLY, customerId: 'all' })
  const reader = await openFor(partnerId, { role: 'reader' })
  await goTo(reader.page, '/schedules')
  await reader.page.getByRole('button', { name: 'Create schedule' }).click({ force: true })
  await reader.page.getByRole('tooltip').getByText('Readers cannot do this.').waitFor()
  await reader.page.getByRole('button', { name: /^Actions for/ }).click()
  for (const item of await reader.page.getByRole('menuitem').all())
    assert.equal(await item.getAttribute('aria-disabled'), 'true')
  await reader.context.close()
  const { id } = await api.distributor('dist')
  const distributor = await openFor(id)
  await goTo(distributor.page, '/schedules')
  await distributor.page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  assert.equal(await distributor.page.getByRole('link', { name: 'Schedules' }).count(), 0)
  await distributor.context.close()
})

test('the schedules screen is accessible and fits every width', { skip }, async () => {
  const { page, context, client, customerId, complaints } = await enter('barriers')
  await goTo(page, '/schedules')
  await assertGood(page, 'no schedule')
  await client.post('/v1/partner/schedules', { ...WEEKLY, customerId: 'all', maturityTarget: 3 })
  const { body } = await client.post('/v1/partner/schedules', { ...WEEKLY, customerId })
  await api.db
    .updateTable('schedules')
    .set({ status: 'paused', pause_reason: 'failing', next_on: null, next_at: null })
    .where('id', '=', body.id)
    .execute()
  await goTo(page, '/schedules')
  await page.getByText('The last three runs failed with the same code.', { exact: false }).waitFor()
  await assertGood(page, 'the list')
  await page.getByRole('button', { name: /^Actions for All/ }).click()
  await page.getByRole('menu').waitFor()
  await assertAccessible(page, 'the actions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByRole('status', { name: 'Preview' }).waitFor()
  await assertGood(page, 'the form')
  await page.getByLabel('Window until').fill('02:05')
  await page.getByText('Must be at least 15 minutes after the start.').waitFor()
  await assertGood(page, 'a refused window')
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})
