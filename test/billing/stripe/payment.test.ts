import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { createDistributor } from '../../../src/features/distributors/service.ts'
import { createActivePartner } from '../../../src/features/partners/operator/service.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { assertProblem } from '../../harness/answers.ts'
import { signIn } from '../../portal/sessions.ts'
import { openStripe } from './fixture.ts'

const fixture = await openStripe()
const { api, simulator, stripe } = fixture
after(() => fixture[Symbol.asyncDispose]())

/** The end of an address, which names a session of Stripe's. */
const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

test('a card from Checkout pays from then on, and repeating the event changes nothing', async () => {
  const { partnerId } = await fixture.partner('acme')
  const portal = await signIn(api, partnerId)
  assert.deepEqual((await portal.get('/partner/billing/card')).body, {})
  const page = await portal.post('/partner/billing/card-page')
  assert.equal(page.status, 201)
  assert.ok(page.body.url.startsWith(simulator.url))
  const [session] = (await stripe.checkout.sessions.list()).data
  assert.equal(session?.mode, 'setup')
  assert.equal(session?.success_url, `${api.app.appUrl}/plan?card=added`)
  simulator.completeCheckout(session?.id ?? lastPart(page.body.url), 'pm_card_visa')
  await fixture.follow()
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const subscription = await stripe.subscriptions.retrieve(id)
  assert.equal(subscription.collection_method, 'charge_automatically')
  assert.equal(subscription.default_payment_method, null, 'the card of the customer counts')
  const [draft] = (await stripe.invoices.list({ subscription: id })).data
  assert.deepEqual([draft?.status, draft?.collection_method], ['draft', 'charge_automatically'])
  const { card } = (await portal.get('/partner/billing/card')).body
  assert.deepEqual([card.brand, card.last4], ['visa', '4242'])
  const { entries } = (await portal.get('/partner/audit?action=subscription.card_added')).body
  assert.equal(entries.length, 1)
  for (const event of simulator.world.events.keys()) await simulator.webhooks.resend(event)
  assert.deepEqual(await fixture.follow(), [], 'repeated events cause no work')
  await fixture.pass(3_700)
  const { invoices } = (await portal.get('/partner/billing/invoices')).body
  assert.deepEqual(
    invoices.map(({ status, isSent }: { status: string; isSent: boolean }) => [status, isSent]),
    [['paid', false]],
    'the card also pays the invoice that was being prepared',
  )
})

test('invoices are listed with where to pay them and their PDF; drafts are not', async () => {
  const { partnerId } = await fixture.partner('invoiced')
  const portal = await signIn(api, partnerId)
  assert.deepEqual((await portal.get('/partner/billing/invoices')).body, { invoices: [] })
  await fixture.pass(3_700)
  const { invoices } = (await portal.get('/partner/billing/invoices')).body
  assert.equal(invoices.length, 1)
  const [invoice] = invoices
  assert.deepEqual([invoice.status, invoice.total, invoice.open, invoice.currency], ['open', 9_900, 9_900, 'usd'])
  assert.ok(invoice.payUrl && invoice.pdfUrl && invoice.number && invoice.dueAt && invoice.isSent)
  const overview = (await portal.get('/partner/billing')).body
  assert.deepEqual(
    [overview.plan, overview.price, overview.status, overview.runsLimit, overview.billedBy],
    ['starter', 9_900, 'active', 50, 'stripe'],
  )
})

test('the next invoice shows the plan and earlier changes, less the credit', async () => {
  const { partnerId } = await fixture.partner('next')
  const portal = await signIn(api, partnerId)
  const next = async () => (await portal.get('/partner/billing/next-invoice')).body.invoice
  const plain = await next()
  assert.deepEqual([plain.total, plain.creditUsed, plain.due, plain.creditLeft], [9_900, 0, 9_900, 0])
  assert.equal(plain.date, (await fixture.mirror(partnerId)).period_end.toISOString())
  const client = await api.as('next')
  assert.equal((await client.post('/v1/partner/plan', { plan: 'professional' })).status, 200)
  assert.equal((await next()).due, 34_900 + 34_900 - 9_900)
  await client.post('/v1/partner/plan', { plan: 'enterprise', billing: 'rolling' })
  await client.post('/v1/partner/plan', { plan: 'starter', billing: 'monthly' })
  // Drafts become invoices, and credit of one of them the balance.
  await fixture.pass(3_700)
  const credited = await next()
  assert.deepEqual([credited.total, credited.creditUsed, credited.due], [9_900, 9_900, 0])
  assert.ok(credited.creditLeft > 900_000)
})

test('the partner sees a plan change that is not confirmed yet', async () => {
  const { partnerId } = await fixture.partner('waits')
  const portal = await signIn(api, partnerId)
  assert.equal((await portal.get('/partner/billing')).body.pendingChange, undefined)
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  simulator.faults.add({ kind: 'cut-before', method: 'POST', path: `/v1/subscriptions/${id}`, times: 100 })
  await (await api.as('waits')).post('/v1/partner/plan', { plan: 'enterprise' })
  const { pendingChange } = (await portal.get('/partner/billing')).body
  assert.deepEqual([pendingChange.plan, pendingChange.billing, pendingChange.isStuck], ['enterprise', 'monthly', false])
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 11 * 60_000)
  await reconcilePlanChanges(api.app)
  assert.equal((await portal.get('/partner/billing')).body.pendingChange.isStuck, true)
  assert.match(await api.app.metrics.registry.metrics(), /plumbline_plan_change_pending_seconds 66\d/)
  simulator.faults.clear()
  await reconcilePlanChanges(api.app)
  const after = (await portal.get('/partner/billing')).body
  assert.deepEqual([after.pendingChange, after.plan], [undefined, 'enterprise'])
})

test('the billing address is changed in Stripe’s portal, which can neither change nor cancel the plan', async () => {
  const { partnerId } = await fixture.partner('address')
  const portal = await signIn(api, partnerId)
  const page = await portal.post('/partner/billing/address-page')
  assert.equal(page.status, 201)
  assert.ok(page.body.url.startsWith(simulator.url))
  const [configuration] = (await stripe.billingPortal.configurations.list()).data
  const [used] = [...simulator.world.portalSessions.values()]
  assert.equal(used?.configuration, configuration?.id)
})

test('billing actions need an administrator and a recent second factor', async () => {
  const { partnerId } = await fixture.partner('roles')
  const reader = await signIn(api, partnerId, { role: 'technician' })
  for (const path of ['/partner/billing', '/partner/billing/invoices', '/partner/billing/card']) {
    assertProblem(await reader.get(path), 403, 'ROLE_REQUIRED')
  }
  const weak = await signIn(api, partnerId, { strong: false })
  for (const path of ['/partner/billing/card-page', '/partner/billing/address-page']) {
    assertProblem(await reader.post(path), 403, 'ROLE_REQUIRED')
    assertProblem(await weak.post(path), 403, 'STRONG_SIGN_IN_REQUIRED')
  }
})

test('a partner that its distributor bills has neither invoices nor cards here', async () => {
  const { id: distributorId } = await createDistributor(api.app, AUTHOR, { company: 'Dist', email: 'd@dist.example' })
  const account = { company: 'Sub', email: 's@sub.example', name: 'S', plan: 'starter' as const, distributorId }
  const { partnerId } = await createActivePartner(api.app, AUTHOR, account)
  await fixture.follow()
  const portal = await signIn(api, partnerId)
  assert.equal((await portal.get('/partner/billing')).body.billedBy, 'distributor')
  assert.deepEqual((await portal.get('/partner/billing/invoices')).body, { invoices: [] })
  assert.deepEqual((await portal.get('/partner/billing/card')).body, {})
  assertProblem(await portal.post('/partner/billing/card-page'), 404, 'NOT_FOUND')
  assert.equal((await stripe.customers.list({ email: 's@sub.example' })).data.length, 0)
})

test('while Stripe is down, the plan is still shown and the rest says so', async () => {
  const { partnerId } = await fixture.partner('down')
  const portal = await signIn(api, partnerId)
  simulator.faults.add({ kind: 'rate-limit', times: 100 })
  assert.equal((await portal.get('/partner/billing')).status, 200)
  assertProblem(await portal.get('/partner/billing/invoices'), 500, 'PAYMENT_PROCESSOR_ERROR')
  assertProblem(await portal.post('/partner/billing/card-page'), 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
