import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { listInvitees } from '../../../src/features/questionnaires/invitations/service.ts'
import { CollectFailure } from '../../../src/graph/transport/collect-failure.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { newId } from '../../../src/shared/ids.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { makeCustomer, makeRun, TENANT } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, unexpected } from '../../portal/window.ts'

/** The screens across customers: runs, questionnaires and exceptions. */

const skip = withoutBrowser
let isReadable = true
const { api, openFor } = await openScreens({
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new CollectFailure('TENANT_UNREACHABLE', 'The tenant does not answer.')
    return { ...sampleSnapshot('weak', new Date().toISOString()), tenantId }
  },
})

/** Two customers: one with two completed runs, one whose run failed, and a run that waits; one is asked, and the email to it failed. */
before(async () => {
  if (skip) return
  const client = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const recipients = { questionnaireRecipients: ['gone@bellbird.example'] }
  const made = await client.post('/v1/partner/customers', { name: 'Bellbird', tenantId: TENANT, ...recipients })
  const bellbird: string = made.body.id
  const umbrella = await makeCustomer(client, 'Umbrella Logistics')
  for (let n = 0; n < 2; n++) await executeRun(api.app, await makeRun(client, bellbird), { deadlineMs: 60_000 })
  isReadable = false
  await executeRun(api.app, await makeRun(client, umbrella), { deadlineMs: 60_000 })
  isReadable = true
  const queued = await client.post('/v1/partner/assessments', { customerId: bellbird, product: 'nist-csf' })
  await api.db.updateTable('runs').set({ progress_done: 4, progress_of: 9 }).where('id', '=', queued.body.id).execute()
  const { id } = await api.db
    .selectFrom('questionnaire_invitations')
    .select('id')
    .where('customer_id', '=', bellbird)
    .executeTakeFirstOrThrow()
  await listInvitees(api.app, id)
  await api.db
    .updateTable('questionnaire_invitations')
    .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
    .execute()
  await api.db
    .insertInto('mails')
    .values({
      id: newId('mail'),
      partner_id: partnerId,
      customer_id: bellbird,
      kind: 'questionnaire-invitation',
      recipient: 'gone@bellbird.example',
      subject: 'Questions',
      status: 'failed',
      last_error: '550 no such user',
      created_at: new Date(),
    })
    .execute()
  for (const [customerId, days, object] of [
    [bellbird, 10, 'reception@bellbird.example'],
    [umbrella, 200, 'scanner@umbrella.example'],
    [umbrella, 100, 'ended@umbrella.example'],
  ]) {
    const { status, text } = await client.post(`/v1/partner/customers/${customerId}/exceptions`, {
      kind: 'accepted-risk',
      product: 'essential-eight',
      requirement: 'ISM-1504',
      object,
      reason: 'The site closes in March.',
      approver: 'Ada Park',
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    })
    assert.equal(status, 201, text)
  }
  await api.db
    .updateTable('exceptions')
    .set({ approved_at: new Date(Date.now() - 9 * DAY_MS), expires_at: new Date(Date.now() - DAY_MS) })
    .where('object', '=', 'ended@umbrella.example')
    .execute()
})

async function enter(name: string, role: 'technician' | 'reader' = 'technician') {
  const { partnerId } = await api.partner(name)
  return await openFor(partnerId, { role })
}

test('runs are filtered (in the address), compared, started again, canceled and downloaded', { skip }, async () => {
  const { page, context, complaints } = await enter('acme')
  await goTo(page, '/runs')
  const table = page.getByRole('table', { name: 'Runs' })
  const rows = table.getByRole('row')
  assert.equal(await rows.count(), 5)
  await rows.nth(1).getByText('Queued').waitFor()
  await rows.nth(1).getByRole('img', { name: '4 of 9 parts of the tenant have been read' }).waitFor()
  const failed = rows.filter({ hasText: 'Umbrella Logistics' })
  await failed.getByText('The tenant does not answer. TENANT_UNREACHABLE').waitFor()
  await failed.getByText('Start it again later.').waitFor()
  await assertGood(page, 'runs')

  await page.getByLabel('State', { exact: true }).selectOption('Failed')
  await page.waitForURL('**/runs?status=failed')
  await rows.nth(2).waitFor({ state: 'detached' })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'runs.csv')
  await failed.getByRole('button', { name: /^Actions for Umbrella Logistics/ }).click()
  await page.getByRole('menuitem', { name: 'Start again' }).click()
  await page.getByText('The run of Essential Eight is queued.').waitFor()
  await failed.getByText('Another run has been started since.').waitFor()

  await goTo(page, '/runs?status=unfinished&q=umbrella')
  await page.getByRole('button', { name: /^Actions for Umbrella Logistics/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'No run matches' }).waitFor()

  await goTo(page, '/runs?status=completed')
  await page
    .getByRole('button', { name: /^Actions for Bellbird/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Compare with the previous run' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bellbird: runs' }).waitFor()
  await page.getByRole('heading', { name: 'What changed: Essential Eight' }).waitFor()
  assert.deepEqual(unexpected(complaints), [])
  await context.close()
})

test('the progress and end of a run are shown without reloading the page', { skip }, async () => {
  const client = await api.as('live')
  const customerId = await makeCustomer(client, 'Bellbird')
  const id = await makeRun(client, customerId)
  const { page, context } = await enter('live')
  await goTo(page, '/runs')
  const row = page.getByRole('row', { name: /Bellbird/ })
  await row.getByText('Queued').waitFor()
  await executeRun(api.app, id, { deadlineMs: 60_000 })
  await row.getByText('Completed').waitFor()
  await context.close()
})

test('questionnaires show which mails failed, and all that match can be reminded', { skip }, async () => {
  const { page, context, complaints } = await enter('acme')
  await goTo(page, '/questionnaires')
  const row = page.getByRole('row', { name: /Bellbird/ })
  await row.getByText('550 no such user').waitFor()
  await row.getByText('gone@bellbird.example').waitFor()
  await page.getByText('1 questionnaire, of which 1 can be reminded now').waitFor()
  await assertGood(page, 'questionnaires')
  await page.getByLabel('State', { exact: true }).selectOption('Opened')
  await page.getByText('Nobody has opened a link yet.').waitFor()
  await page.getByLabel('State', { exact: true }).selectOption('Email failed')
  await row.waitFor()
  await page.getByRole('button', { name: 'Remind all that match…' }).click()
  await page.getByRole('dialog').getByText('All that match: 1 questionnaire.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send reminders' }).click()
  await page.getByText('People are reminded of 1 questionnaire.').waitFor()
  await page.getByText('of which 0 can be reminded now').waitFor()
  await row.getByText('1 reminder').waitFor()
  await row.getByRole('link', { name: 'Bellbird' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bellbird: questionnaires' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('exceptions are sorted by their end; an ended one can be renewed, and another ended', { skip }, async () => {
  const { page, context, complaints } = await enter('acme')
  await goTo(page, '/exceptions')
  const rows = page.getByRole('table', { name: 'Exceptions' }).getByRole('row')
  await rows.nth(1).getByText('reception@bellbird.example').waitFor()
  await rows.nth(1).getByText('Ends in 10 days').waitFor()
  await rows
    .nth(1)
    .getByText(/multi-factor authentication/)
    .waitFor()
  await rows.nth(2).getByText('scanner@umbrella.example').waitFor()
  await page.getByText('1 exception has ended').waitFor()
  await assertGood(page, 'exceptions')
  await page.getByRole('link', { name: 'Show what has ended' }).click()
  await page.waitForURL('**/exceptions?state=expired')
  await rows.nth(1).getByText('Ended: finding is open again').waitFor()
  await page.getByRole('button', { name: 'Actions for Umbrella Logistics, ISM-1504' }).click()
  await page.getByRole('menuitem', { name: 'Renew' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Decided by').inputValue(), 'Ada Park')
  await dialog.getByLabel('Until').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click()
  await dialog.getByText('Must be in the future.').waitFor()
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10))
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click()
  await page.getByText('The exception is renewed.').waitFor()
  await page.getByRole('heading', { name: 'Nothing has ended' }).waitFor()

  await page.getByRole('tab', { name: /End within 30 days/ }).click()
  await page.waitForURL('**/exceptions?state=ending')
  await page.getByRole('button', { name: 'Actions for Bellbird, ISM-1504' }).click()
  await page.getByRole('menuitem', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End exception' }).click()
  await page.getByText('The exception is ended.').waitFor()
  await page.getByText('reception@bellbird.example').waitFor({ state: 'detached' })
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('an empty screen says what to do next, and readers see why they cannot change anything', {
  skip,
}, async () => {
  const { page, context } = await enter('empty')
  for (const [path, heading] of [
    ['/runs', 'No runs yet'],
    ['/questionnaires', 'No questionnaires yet'],
    ['/exceptions', 'No exceptions'],
  ] as const) {
    await goTo(page, path)
    await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor()
  }
  await context.close()
  const reader = await enter('acme', 'reader')
  await goTo(reader.page, '/runs')
  await reader.page
    .getByRole('button', { name: /^Actions for Bellbird/ })
    .first()
    .click()
  await reader.page
    .getByRole('menuitem', { name: /Readers cannot do this/ })
    .first()
    .waitFor()
  await reader.context.close()
  const distributor = await openFor((await api.distributor('meridian')).id)
  for (const path of ['/runs', '/questionnaires', '/exceptions', '/schedules/sch_1']) {
    await goTo(distributor.page, path)
    await distributor.page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor()
  }
  await distributor.context.close()
})
