import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../harness/accessibility.ts'
import { makePartner } from '../../harness/accounts.ts'
import { withoutBrowser } from '../../harness/browser.ts'
import { openScreens } from '../../portal/screens.ts'
import { type Portal, signIn } from '../../portal/sessions.ts'
import { assertFits, goTo, openAs, waitForScreen } from '../../portal/window.ts'

const skip = withoutBrowser

const { api, surfer, openFor } = await openScreens()
let full: Portal

before(async () => {
  if (skip) return
  const acme = await api.as('acme')
  const { body } = await acme.post('/v1/partner/customers', {
    name: 'Bellbird Engineering',
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  })
  await acme.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })
  full = await signIn(api, (await api.partner('acme')).partnerId)
})

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.tagName + " " + (document.activeElement.textContent || "").trim()')

test('everything can be reached by keyboard: palette, shortcuts, menus, and signing out', { skip }, async () => {
  const session = await signIn(api, (await api.partner('acme')).partnerId)
  const { page, context, complaints } = await openAs(api, surfer, session)
  await goTo(page, '/')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'A Skip to content')
  await page.keyboard.press('Enter')
  assert.match(await page.evaluate('document.activeElement.id'), /^content$/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('event')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/events')
  await waitForScreen(page)
  assert.equal(await focused(page), 'H1 Events', 'the title has the focus after a navigation')
  assert.equal(await page.title(), 'Events · Plumbline')
  await page.getByRole('status').filter({ hasText: 'Events' }).first().waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Customer created: show the payload' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Customer created' })
  await dialog.waitFor()
  assert.match((await dialog.textContent()) ?? '', /"name": "Bellbird Engineering"/)
  assert.match(page.url(), /event=evt_/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'BUTTON Customer created', 'closing returns the focus')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('engin')
  await page.getByRole('option', { name: 'Bellbird Engineering' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Bellbird Engineering' }).waitFor()
  await page.goBack()

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()

  await page.getByRole('button', { name: 'your menu' }).focus()
  await page.keyboard.press('ArrowUp')
  assert.equal(await focused(page), 'BUTTON Sign out')
  await page.keyboard.press('Escape')
  assert.match(await focused(page), /^BUTTON .*people\.example$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in')
  assert.deepEqual(complaints, [])
  await page.goto('/events')
  assert.match(page.url(), /\/sign-in\?next=%2Fevents$/, 'the session has ended at the server')
  await context.close()
})

test('filters are in the address: a link opens the same list, and the back button undoes a filter', {
  skip,
}, async () => {
  const { page, context, complaints } = await openAs(api, surfer, full)
  await goTo(page, '/events?type=customer.created')
  await page.getByRole('row', { name: /Customer created/ }).waitFor()
  assert.equal(await page.getByRole('row').count(), 2)
  await page.getByRole('button', { name: 'Remove the filter Event: Customer created' }).click()
  await page.getByRole('row', { name: /Key created/ }).waitFor()
  await page.getByLabel('Event', { exact: true }).selectOption('partner.suspended')
  await page.getByRole('heading', { name: 'No such events' }).waitFor()
  assert.match(page.url(), /\?type=partner\.suspended$/)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a read that fails names the request and leaves the rest of the screen', { skip }, async () => {
  const { page, context } = await openAs(api, surfer, full)
  const owner = new pg.Client(api.databaseUrl)
  await owner.connect()
  await owner.query('alter table usage_months rename to usage_gone')
  const alert = page.getByRole('alert')
  try {
    await goTo(page, '/')
    await alert.getByText(/req_/).waitFor()
    await page.getByRole('row', { name: /Bellbird Engineering/ }).waitFor()
    await assertAccessible(page, 'a failed region')
    await assertFits(page, 'a failed region')
  } finally {
    await owner.query('alter table usage_gone rename to usage_months')
    await owner.end()
  }
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await context.close()
})

test('the page says when the connection is lost, and continues when it is back', { skip }, async () => {
  const { page, context } = await openAs(api, surfer, full)
  await goTo(page, '/')
  await page.getByRole('link', { name: 'Events' }).hover()
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await context.setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await context.close()
})

test('if an account is suspended, its open pages lead to the sign-in page without a click', { skip }, async () => {
  const owner = await api.distributor('meridian')
  const id = await makePartner(owner)
  await owner.post(`/v1/distributor/partners/${id}/activate`)
  const { page, context } = await openFor(id)
  await goTo(page, '/events')
  assert.equal((await owner.post(`/v1/distributor/partners/${id}/suspend`)).status, 200)
  await page.waitForURL('**/sign-in?next=%2Fevents&ended=1')
  await page.getByText('Your session has ended.').waitFor()
  await context.close()
})
