import assert from 'node:assert/strict'
import { test } from 'node:test'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { makeRun } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, unexpected, waitForScreen } from '../../portal/window.ts'
import { askSamples, makeCustomer, pathOf } from '../../questionnaires/fixture.ts'
import { readLayout } from '../../reports/pdf-layout.ts'
import { emptySnapshot } from '../../runs/collections.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens({
  collect: async ({ tenantId }) => emptySnapshot(tenantId, new Date().toISOString()),
})
askSamples()

/** A partner with a customer that was assessed twice, in a window of a technician. */
async function enter(name: string, recipients: readonly string[] = []) {
  const client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const customerId = await makeCustomer(client, {
    name: 'Bellbird Engineering',
    questionnaireRecipients: recipients,
  })
  for (const answer of ['no', 'yes']) {
    await client.put(pathOf(customerId), { answers: [{ id: 'ISM-1810', answer }] })
    await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 10_000 })
  }
  const visit = await openFor(partnerId, { role: 'technician' })
  return { client, customerId, path: `/customers/${customerId}`, ...visit }
}

test('the quarterly sheet looks as it is printed, and fits on one page', { skip }, async () => {
  const { page, context, path, complaints } = await enter('sheets')
  await goTo(page, path)
  await page.getByRole('link', { name: 'Quarterly sheet', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Bellbird Engineering: quarterly sheet' }).waitFor()
  const sheet = page.frameLocator('iframe')
  await sheet.getByRole('heading', { level: 1, name: 'Bellbird Engineering' }).waitFor()
  await sheet.getByText('1 weakness was fixed in this quarter', { exact: false }).waitFor()
  await sheet.getByRole('heading', { name: 'What is next' }).waitFor()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await assertGood(page, 'the sheet in the portal')

  const href = (await page.getByRole('link', { name: 'Open as a page' }).getAttribute('href')) ?? ''
  await page.goto(href)
  await assertGood(page, 'the sheet alone')
  assert.equal(readLayout(await page.pdf({ preferCSSPageSize: true })).length, 1)

  await goTo(page, '/customers')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Quarterly sheets as PDF' }).click()
  const download = page
    .getByRole('dialog', { name: 'Quarterly sheets' })
    .getByRole('link', { name: 'Download the PDF' })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  assert.match(file.suggestedFilename(), /^Quarterly-sheets-20\d\d-Q[1-4]\.pdf$/)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a customer can be changed, and its activity shows the change', { skip }, async () => {
  const { page, context, client, customerId, path, complaints } = await enter('edits')
  await goTo(page, path)
  await page.getByRole('button', { name: 'Edit the customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bellbird Group')
  await dialog.getByLabel('Who gets reports').fill('not an address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('receivers', { exact: false }).first().waitFor()
  await dialog.getByLabel('Who gets reports').fill('owner@bellbird.example, it@bellbird.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bellbird Group' }).waitFor()
  const { body } = await client.get(`/v1/partner/customers/${customerId}`)
  assert.deepEqual([body.name, body.receivers], ['Bellbird Group', ['owner@bellbird.example', 'it@bellbird.example']])
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('button', { name: /Pat Example .*Bellbird Group/ }).click()
  await dialog.getByText('owner@bellbird.example', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await waitForScreen(page)
  await assertGood(page, 'the activity')
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('invited people can be reminded from the overview', { skip }, async () => {
  const { page, context, customerId, path, complaints } = await enter('reminds', ['it@bellbird.example'])
  const longAgo = new Date(Date.now() - 3 * 86_400_000)
  await api.db
    .updateTable('questionnaire_invitations')
    .set({ created_at: longAgo, reminded_at: null })
    .where('customer_id', '=', customerId)
    .execute()
  await goTo(page, path)
  await page.getByRole('button', { name: 'Send a reminder about Essential Eight' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send reminders' }).click()
  await page.getByText('People are reminded about 1 customer.').waitFor()
  const asked = await api.db
    .selectFrom('questionnaire_invitations')
    .select('reminders')
    .where('customer_id', '=', customerId)
    .execute()
  assert.deepEqual(asked, [{ reminders: 1 }])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a customer is deleted only after people have seen what will be deleted and typed its name', {
  skip,
}, async () => {
  const { page, context, client, customerId, path, complaints } = await enter('deletes')
  await goTo(page, path)
  await page.getByRole('button', { name: 'Delete the customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 completed runs with their reports').waitFor()
  await dialog.getByText('2 answers to questionnaires, with their files').waitFor()
  await assertGood(page, 'before a deletion')
  const button = dialog.getByRole('button', { name: 'Delete customer' })
  await button.click({ force: true })
  assert.equal((await client.get(`/v1/partner/customers/${customerId}`)).status, 200)
  await dialog.getByLabel('Type “Bellbird Engineering” to confirm').fill('Bellbird Engineering')
  await button.click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
  assert.equal((await client.get(`/v1/partner/customers/${customerId}`)).status, 404)
  assert.deepEqual(complaints, [])
  await context.close()
})
