import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import { type Account, openAccount, refusal } from './account.ts'

/** Requests, errors and Idempotency-Keys, as https://docs.stripe.com/api/errors and /idempotent_requests describe them. */

let account: Account
before(async () => {
  account = await openAccount()
})
after(() => account.close())

const send = (path: string, headers: Record<string, string>, body?: string): Promise<Response> =>
  fetch(account.simulator.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: 'Bearer sk_test_raw',
      'stripe-version': '2026-10-28.endive',
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })

async function errorOf(answer: Response): Promise<{ status: number; type: string; code?: string; param?: string }> {
  const { error } = (await answer.json()) as { error: { type: string; code?: string; param?: string } }
  const { type, code, param } = error
  return { status: answer.status, type, ...(code !== undefined && { code }), ...(param !== undefined && { param }) }
}

test('unknown, missing and malformed parameters are refused with their names', async () => {
  const invalid = { status: 400, type: 'invalid_request_error' }
  const cases: [body: string, code: string | undefined, param: string][] = [
    ['nme=x', 'parameter_unknown', 'nme'],
    ['address[lane]=x', 'parameter_unknown', 'address[lane]'],
    ['balance=much', 'parameter_invalid_integer', 'balance'],
    ['tax_exempt=some', undefined, 'tax_exempt'],
    ['preferred_locales=en', undefined, 'preferred_locales'],
    ['expand[0][a]=x', undefined, 'expand[0]'],
  ]
  for (const [body, code, param] of cases) {
    const error = await errorOf(await send('/v1/customers', {}, body))
    assert.deepEqual(error, { ...invalid, ...(code !== undefined && { code }), param }, body)
  }
  const missing = await errorOf(await send('/v1/prices', {}, 'unit_amount=1'))
  assert.deepEqual(missing, { ...invalid, code: 'parameter_missing', param: 'currency' })
  for (const body of ['a[b=1', 'name=a&name=b', 'name=a&name[b]=c', '__proto__[a]=1', `a${'[b]'.repeat(9)}=1`]) {
    assert.equal((await send('/v1/customers', {}, body)).status, 400, body)
  }
  const long = await send('/v1/customers', {}, `description=${'x'.repeat(1_000_001)}`)
  assert.equal(long.status, 413)
  const many = Array.from({ length: 1_001 }, (_, n) => `metadata[k${n}]=v`).join('&')
  assert.equal((await send('/v1/customers', {}, many)).status, 400)
})

test('the Stripe package turns refusals into its own errors', async () => {
  const unknown = await refusal(account.stripe.subscriptions.retrieve('sub_none'))
  assert.ok(unknown instanceof Stripe.errors.StripeInvalidRequestError)
  assert.deepEqual([unknown.statusCode, unknown.code], [404, 'resource_missing'])
  const parameter = await refusal(account.stripe.subscriptions.create({ customer: 'cus_none', items: [] }))
  assert.deepEqual([parameter.statusCode, parameter.code, parameter.param], [400, 'resource_missing', 'customer'])
})

test('only test-mode keys and the pinned API version are accepted', async () => {
  for (const authorization of ['', 'Bearer sk_live_123', 'Bearer pk_test_123', 'Basic c2s6']) {
    assert.equal((await send('/v1/products', { authorization })).status, 401, authorization)
  }
  assert.equal((await send('/v1/products', { authorization: 'Bearer rk_test_123' })).status, 200)
  const older = await send('/v1/products', { 'stripe-version': '2025-06-30.basil' })
  assert.equal(older.status, 501)
  const json = await send('/v1/customers', { 'content-type': 'application/json' }, '{"name":"x"}')
  assert.equal(json.status, 400)
})

test('anything that is not modelled gets 501, which the Stripe package does not retry', async () => {
  const retrying = await openAccount({ retries: 2 })
  const customer = await retrying.customer()
  const { stripe } = retrying
  const calls = [
    () => stripe.refunds.list(),
    () => stripe.customers.create({ tax_exempt: 'none' }),
    () => stripe.customers.retrieve(customer, { expand: ['subscriptions'] }),
    () => stripe.checkout.sessions.create({ mode: 'payment', customer }),
  ]
  for (const call of calls) assert.equal((await refusal(Promise.resolve(call()))).statusCode, 501)
  await retrying.close()
})

test('repeating a request with the same key returns the earlier response', async () => {
  const { stripe, simulator } = account
  const options = { idempotencyKey: 'cus:1' }
  const first = await stripe.customers.create({ name: 'A', metadata: { partner: 'p' } }, options)
  const second = await stripe.customers.create({ name: 'A', metadata: { partner: 'p' } }, options)
  assert.equal(second.id, first.id)
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true')
  const other = await refusal(stripe.customers.create({ name: 'B' }, options))
  assert.ok(other instanceof Stripe.errors.StripeIdempotencyError)
  assert.equal(other.statusCode, 400)
  const path = await refusal(stripe.products.create({ name: 'A' }, options))
  assert.ok(path instanceof Stripe.errors.StripeIdempotencyError)
  simulator.forgetKeys()
  assert.notEqual((await stripe.customers.create({ name: 'A', metadata: { partner: 'p' } }, options)).id, first.id)
})

test('a key stores errors of execution, including 402 and 500, but not validation errors', async () => {
  const { stripe, simulator, price } = account
  const customer = await account.customer({ card: 'pm_card_visa' })
  simulator.declineNext(customer)
  const input = {
    customer,
    items: [{ price: await price(1000) }],
    payment_behavior: 'error_if_incomplete' as const,
  }
  for (const key of ['declined', 'declined']) {
    const error = await refusal(stripe.subscriptions.create(input, { idempotencyKey: key }))
    assert.ok(error instanceof Stripe.errors.StripeCardError)
    assert.deepEqual([error.statusCode, error.code, error.decline_code], [402, 'card_declined', 'generic_decline'])
  }
  assert.equal((await stripe.subscriptions.create(input, { idempotencyKey: 'other' })).status, 'active')

  simulator.faults.add({ kind: 'error-after', path: '/v1/customers' })
  for (const _ of [1, 2]) {
    const error = await refusal(stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'broken' }))
    assert.equal(error.statusCode, 500)
  }
  const made = (await stripe.customers.list({ limit: 100 })).data.filter(({ name }) => name === 'Once')
  assert.equal(made.length, 1)

  const wrong = await send('/v1/customers', { 'idempotency-key': 'invalid' }, 'nme=A')
  assert.equal(wrong.status, 400)
  assert.equal((await send('/v1/customers', { 'idempotency-key': 'invalid' }, 'name=A')).status, 200)
})

test('a key in use gets 409, and one that is a day old can be reused', async () => {
  const { simulator, stripe } = account
  simulator.faults.add({ kind: 'silence', delayMs: 200, path: '/v1/customers' })
  const events = simulator.world.events.size
  const slow = stripe.customers.create({ name: 'Slow' }, { idempotencyKey: 'slow' })
  slow.catch(() => {})
  while (simulator.world.events.size === events) await new Promise((done) => setTimeout(done, 5))
  const busy = await errorOf(await send('/v1/customers', { 'idempotency-key': 'slow' }, 'name=Slow'))
  assert.deepEqual(busy, { status: 409, type: 'invalid_request_error', code: 'idempotency_key_in_use' })
  const { id } = await slow
  const again = await stripe.customers.create({ name: 'Slow' }, { idempotencyKey: 'slow' })
  assert.equal(again.id, id)
  simulator.advance(24 * 3_600)
  const next = await stripe.customers.create({ name: 'Slow' }, { idempotencyKey: 'slow' })
  assert.notEqual(next.id, id)
})

test('lists are paged, newest first', async () => {
  const { stripe } = account
  const { id: product } = await stripe.products.create({ name: 'Paged' })
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const nickname of names) {
    await stripe.prices.create({ product, nickname, currency: 'aud', unit_amount: 1, recurring: { interval: 'month' } })
  }
  const listed: (string | null)[] = []
  for await (const price of stripe.prices.list({ product, limit: 2 })) listed.push(price.nickname)
  assert.deepEqual(listed, names.toReversed())
  const unknown = await refusal(Promise.resolve(stripe.prices.list({ product, starting_after: 'price_none' })))
  assert.equal(unknown.code, 'resource_missing')
})
