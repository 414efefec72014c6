import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStripe, type StripeFixture } from '../../billing/stripe/fixture.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { signIn } from '../../portal/sessions.ts'
import { assertGood, goTo, openAs, pressOn } from '../../portal/window.ts'

const skip = withoutBrowser
let fixture: StripeFixture
let surfer: Surfer

before(async () => {
  if (skip) return
  fixture = await openStripe({ portal: true, ownPages: true, start: new Date().toISOString() })
  surfer = await startBrowser(fixture.api)
})
after(async () => {
  await surfer?.[Symbol.asyncDispose]()
  await fixture?.[Symbol.asyncDispose]()
})

test('a partner sees its plan and pays by card, by keyboard and on accessible screens', {
  skip,
}, async () => {
  const { partnerId } = await fixture.partner('acme', 'starter')
  await fixture.pass(3_700)
  const owner = await signIn(fixture.api, partnerId)
  const { page, context, complaints } = await openAs(fixture.api, surfer, owner)
  await goTo(page, '/plan')
  await page.getByText('USD 99.00').first().waitFor()
  await page.getByRole('table', { name: 'Invoices' }).getByText('Open').waitFor()
  await page.getByText('Invoices are sent by email', { exact: false }).waitFor()
  await assertGood(page, 'the screen with an open invoice')
  const pay = await page.getByRole('link', { name: /^Pay invoice/ }).getAttribute('href')
  assert.ok(pay?.startsWith(fixture.simulator.url))

  await pressOn(page, 'Add a card', 'Enter')
  await page.waitForURL(`${fixture.simulator.url}/**`)
  const session = [...fixture.simulator.world.checkoutSessions.keys()].at(-1)
  assert.ok(session)
  const checkout = page.url()
  fixture.simulator.completeCheckout(session)
  await fixture.follow()
  await goTo(page, '/plan?card=added')
  await page.getByText('Your card is saved', { exact: false }).waitFor()
  await page.getByText('the Visa card ending in 4242', { exact: false }).waitFor()
  await page.getByText('The open invoice below was sent before you added the card', { exact: false }).waitFor()
  await assertAccessible(page, 'the screen with a card')
  // The browser leaves for the page of Stripe. Nothing of Stripe is loaded into a page of ours.
  assert.deepEqual(complaints, [`a request to ${checkout}`])
  await context.close()
})

test('a partner sees what another plan costs before it changes to it', { skip }, async () => {
  const { partnerId } = await fixture.partner('changes', 'starter')
  const { page, context, complaints } = await openAs(fixture.api, surfer, await signIn(fixture.api, partnerId))
  await goTo(page, '/plan')
  await pressOn(page, 'Change plan', 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Change plan' })
  await dialog.getByRole('button', { name: 'Change plan now' }).click({ force: true })
  await dialog.getByRole('tooltip').getByText('Choose another plan, billing or currency first.').waitFor()
  await dialog.getByLabel('Plan').selectOption('professional')
  await dialog.getByText('Professional: 250 runs a month.').waitFor()
  await dialog.getByText('Nothing is invoiced now.').waitFor()
  await assertAccessible(page, 'the preview')
  await dialog.getByLabel('Billing').selectOption('rolling')
  await dialog.getByText(/^USD [\d,.]+ is invoiced now\.$/).waitFor()
  await dialog.getByLabel('Billing').selectOption('monthly')
  await dialog.getByText('Nothing is invoiced now.').waitFor()
  await dialog.getByRole('button', { name: 'Change plan now' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('USD 349.00', { exact: true }).waitFor()
  assert.equal((await fixture.mirror(partnerId)).plan, 'professional')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an unpaid subscription shows what is blocked, when, and where to pay', { skip }, async () => {
  const { partnerId } = await fixture.partner('unpaid', 'starter')
  const set = (state: { status: 'past_due' | 'unpaid'; next_attempt_at: Date | null; stops_at: Date | null }) =>
    fixture.api.db.updateTable('subscriptions').set(state).where('partner_id', '=', partnerId).execute()
  const dates = { next_attempt_at: new Date('2031-06-03T12:00:00Z'), stops_at: new Date('2031-06-14T12:00:00Z') }
  await set({ status: 'past_due', ...dates })
  const { page, context } = await openAs(fixture.api, surfer, await signIn(fixture.api, partnerId))
  await goTo(page, '/plan')
  await page
    .getByText(/It will be charged again on 3 Jun.* new runs will be blocked from about 14 Jun.* still works/)
    .waitFor()
  await set({ status: 'unpaid', next_attempt_at: null, stops_at: null })
  await goTo(page, '/plan')
  await page.getByText('New runs cannot be started until', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Change plan' }).click({ force: true })
  await page.getByRole('tooltip').getByText('The open invoice has to be paid first.').waitFor()
  await assertAccessible(page, 'the unpaid plan')
  await context.close()
})

test('technicians and distributors see no plan', { skip }, async () => {
  const { partnerId } = await fixture.partner('roles', 'starter')
  const technician = await signIn(fixture.api, partnerId, { role: 'technician' })
  const { page, context } = await openAs(fixture.api, surfer, technician)
  await goTo(page, '/plan')
  await page.getByText('Only owners and administrators can see the plan and its invoices.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Plan and invoices' }).count(), 0)
  await context.close()
  const { id } = await fixture.api.distributor('dist')
  const distributor = await openAs(fixture.api, surfer, await signIn(fixture.api, id))
  await goTo(distributor.page, '/plan')
  await distributor.page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await distributor.context.close()
})
