import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCustomer } from '../../harness/answers.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { assertGood, goTo, pressOn, unexpected } from '../../portal/window.ts'
import { startChat } from '../../webhooks/chats.ts'
import { deliver } from '../../webhooks/fixture.ts'

const skip = withoutBrowser
const { api, openFor } = await openScreens({ ownPages: true })

test('a channel of Slack is added, tested and changed by keyboard, and its address is not shown again', {
  skip,
}, async () => {
  await using chat = await startChat('slack')
  await using _ = deliver(api)
  const { page, context, complaints } = await openFor((await api.partner('chats')).partnerId)
  await goTo(page, '/webhooks')
  await pressOn(page, 'Add Teams or Slack channel', 'Enter')
  await page.getByText('In Teams, open the menu').waitFor()
  await page.getByLabel('Chat', { exact: true }).selectOption('Slack')
  await page.getByText('Under Incoming Webhooks').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('#security')
  await page.getByLabel('Address from the chat').fill('https://hooks.slack.com/triggers/T/1/x')
  await pressOn(page, 'Add channel', 'Enter')
  await page.getByText('This is not the address of an incoming webhook', { exact: false }).waitFor()
  await assertGood(page, 'a new channel')
  await page.getByLabel('Address from the chat').fill(chat.url)
  await pressOn(page, 'Add channel', 'Enter')
  await page.getByRole('heading', { name: '#security', level: 1 }).waitFor()
  await pressOn(page, 'Send a test', 'Enter')
  await page.getByText('The receiver responded with 200.').waitFor()
  assert.equal(chat.shown.length, 1)
  await assertGood(page, 'a channel')
  assert.equal(await page.getByText('Verify the signature').count(), 0)

  await pressOn(page, 'Change', 'Enter')
  assert.equal(await page.getByLabel('New address from the chat').inputValue(), '')
  for (const name of ['A run failed', 'A schedule is paused']) await page.getByLabel(name).uncheck()
  await page.getByLabel('Results of runs').selectOption('Never')
  await pressOn(page, 'Save', 'Enter')
  await page.getByText('Choose at least one kind of message', { exact: false }).waitFor()
  await page.getByLabel('An API key was created').check()
  await pressOn(page, 'Save', 'Enter')
  await page.getByText('The channel was changed.').waitFor()
  await page.getByText('Key created').waitFor()
  await goTo(page, '/webhooks')
  await page.getByRole('row', { name: /#security.*Slack/ }).waitFor()
  assert.ok(!(await page.content()).includes('/hook'))
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('a channel is limited to a customer and a severity by keyboard, and to all customers again', {
  skip,
}, async () => {
  const { partnerId } = await api.partner('limits')
  for (const name of ['Bellbird', 'Contour']) await makeCustomer(await api.as('limits'), name)
  const { page, context, complaints } = await openFor(partnerId)
  await goTo(page, '/webhooks')
  await pressOn(page, 'Add Teams or Slack channel', 'Enter')
  await page.getByLabel('Address from the chat').fill('https://localhost:1/x')
  await page.getByLabel('Name', { exact: true }).fill('#contour')
  await page.getByLabel('Results of runs').selectOption('When there are new findings')
  await page.getByLabel('Only with findings that are').selectOption('High or critical')
  await page.getByLabel('Customers', { exact: true }).selectOption('Only some customers or groups')
  await pressOn(page, 'Add channel', 'Enter')
  await page.getByText('Choose at least one customer or group.').waitFor()
  await page.getByRole('combobox', { name: 'Add a customer or group' }).pressSequentially('cont')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Contour' }).waitFor()
  await assertGood(page, 'a limited channel')
  await pressOn(page, 'Add channel', 'Enter')
  await page.getByRole('heading', { name: '#contour', level: 1 }).waitFor()
  await page.getByText('High or critical').waitFor()
  await page.getByText('1 customer', { exact: true }).waitFor()
  await pressOn(page, 'Change', 'Enter')
  await page.getByRole('button', { name: 'Remove Contour' }).waitFor()
  await page.getByLabel('Customers', { exact: true }).selectOption('All customers')
  await pressOn(page, 'Save', 'Enter')
  await page.getByText('The channel was changed.').waitFor()
  assert.equal(await page.getByText('1 customer', { exact: true }).count(), 0)
  assert.deepEqual(unexpected(complaints, 400), [])
  await context.close()
})

test('people choose which mails they get; those about access and money are shown but cannot be turned off', {
  skip,
}, async () => {
  const { page, context, complaints } = await openFor((await api.partner('chooses')).partnerId)
  await goTo(page, '/settings')
  const keys = page.getByLabel('API keys')
  assert.deepEqual([await keys.isChecked(), await keys.isDisabled()], [true, true])
  await assertGood(page, 'settings')
  await pressOn(page, 'A report is ready', 'Space', 'checkbox')
  await pressOn(page, 'A customer got worse', 'Space', 'checkbox')
  await pressOn(page, 'Save notifications', 'Enter')
  await page.getByText('Saved.').waitFor()
  await goTo(page, '/settings')
  assert.equal(await page.getByLabel('A report is ready').isChecked(), true)
  assert.equal(await page.getByLabel('A customer got worse').isChecked(), false)
  await goTo(page, '/audit')
  await page.getByText('chose which emails they get', { exact: false }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()

  const window = await openFor((await api.distributor('sells')).id)
  await goTo(window.page, '/settings')
  await window.page.getByLabel('What needs attention at your partners').waitFor()
  assert.equal(await window.page.getByLabel('A run failed').count(), 0)
  await window.context.close()
})
