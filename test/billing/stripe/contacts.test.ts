import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reconcileSubscriptions } from '../../../src/features/billing/stripe/repairs/service.ts'
import { changePartnerContact } from '../../../src/features/partners/operator/service.ts'
import { Problem } from '../../../src/shared/problem.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { openStripe } from './fixture.ts'

const fixture = await openStripe()
const { api, simulator } = fixture
after(() => fixture[Symbol.asyncDispose]())

test('a new company name and address reach the invoices, even if Stripe is down when they change', async () => {
  const { partnerId } = await fixture.partner('acme')
  const { stripe_customer_id: customer } = await fixture.mirror(partnerId)
  const atStripe = () => {
    const { name, email } = simulator.world.customers.get(customer) ?? {}
    return { company: name, email }
  }
  const first = { company: 'Acme Group', email: 'billing@acme.example' }
  assert.deepEqual(await changePartnerContact(api.app, AUTHOR, partnerId, first), first)
  await fixture.follow()
  assert.deepEqual(atStripe(), first)
  const { entries } = (await (await api.as('acme')).get('/v1/partner/audit?action=partner.updated')).body
  assert.deepEqual(entries[0].after, first)

  // The job fails, and the daily comparison finds the difference.
  simulator.faults.add({ kind: 'rate-limit', method: 'POST', path: '/v1/customers/', times: 100 })
  await changePartnerContact(api.app, AUTHOR, partnerId, { company: 'Acme Holding' })
  await assert.rejects(fixture.work())
  simulator.faults.clear()
  assert.deepEqual(atStripe(), first)
  assert.equal(await reconcileSubscriptions(api.app), 0, 'a changed name is not a changed plan')
  await fixture.follow()
  assert.deepEqual(atStripe(), { ...first, company: 'Acme Holding' })

  await changePartnerContact(api.app, AUTHOR, partnerId, { company: 'Acme Holding' })
  // An event of the earlier change may still cause a comparison.
  assert.ok(!(await fixture.work()).includes('billing.contact'), 'what stays the same causes no work')
})

test('the partner must exist', async () => {
  await assert.rejects(changePartnerContact(api.app, AUTHOR, 'prt_nobody', { company: 'X' }), Problem)
})
