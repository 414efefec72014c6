import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Stripe from 'stripe'
import { type Account, openAccount, refusal } from './account.ts'

/** What goes wrong on the way, and what the package makes of it. */

/** Runs with an account of its own: the tests wait for the pauses between the package's attempts at the same time. */
function testWith(
  name: string,
  options: { retries?: number; timeout?: number },
  run: (account: Account) => Promise<void>,
): void {
  test(name, async () => {
    const account = await openAccount(options)
    await run(account).finally(() => account.close())
  })
}

const customersNamed = async ({ stripe }: Account, name: string): Promise<number> =>
  (await stripe.customers.list({ limit: 100 })).data.filter((each) => each.name === name).length

describe('faults', { concurrency: true }, () => {
  testWith('500 before the effect is repeated by the package with its key', { retries: 2 }, async (account) => {
    account.simulator.faults.add({ kind: 'error-before', path: '/v1/customers' })
    const { name } = await account.stripe.customers.create({ name: 'before' }, { idempotencyKey: 'k' })
    assert.equal(name, 'before')
    assert.equal(await customersNamed(account, 'before'), 1)
  })

  testWith('500 after the effect is what the key answers from then on', { retries: 2 }, async (account) => {
    account.simulator.faults.add({ kind: 'error-after', path: '/v1/customers' })
    const error = await refusal(account.stripe.customers.create({ name: 'after' }, { idempotencyKey: 'k' }))
    assert.ok(error instanceof Stripe.errors.StripeAPIError)
    assert.equal(await customersNamed(account, 'after'), 1)
  })

  testWith('a connection cut after the effect is repeated, and happens once', { retries: 2 }, async (account) => {
    account.simulator.faults.add({ kind: 'cut-after', path: '/v1/customers' })
    await account.stripe.customers.create({ name: 'cut' }, { idempotencyKey: 'k' })
    assert.equal(await customersNamed(account, 'cut'), 1)
  })

  testWith(
    'a connection that is cut twice is a connection error: the package repeats it once in any case',
    {},
    async (account) => {
      account.simulator.faults.add({ kind: 'cut-before', path: '/v1/customers', times: 2 })
      const error = await refusal(account.stripe.customers.create({ name: 'cut' }))
      assert.ok(error instanceof Stripe.errors.StripeConnectionError)
      assert.equal(await customersNamed(account, 'cut'), 0)
    },
  )

  testWith('429 is not repeated, unless the answer asks for it', { retries: 2 }, async (account) => {
    account.simulator.faults.add({ kind: 'rate-limit', path: '/v1/customers' })
    const error = await refusal(account.stripe.customers.create({ name: 'limited' }))
    assert.ok(error instanceof Stripe.errors.StripeRateLimitError)
    account.simulator.faults.add({ kind: 'rate-limit', path: '/v1/customers', shouldRetry: true })
    await account.stripe.customers.create({ name: 'limited' })
    assert.equal(await customersNamed(account, 'limited'), 1)
  })

  testWith('Stripe-Should-Retry: false ends the attempts after a 500', { retries: 2 }, async (account) => {
    account.simulator.faults.add({ kind: 'error-before', path: '/v1/customers', shouldRetry: false })
    const error = await refusal(account.stripe.customers.create({ name: 'once' }))
    assert.equal(error.statusCode, 500)
    assert.equal(await customersNamed(account, 'once'), 0)
  })

  testWith('silence ends in a timeout, although it happened', { timeout: 500 }, async (account) => {
    account.simulator.faults.add({ kind: 'silence', path: '/v1/customers' })
    const error = await refusal(account.stripe.customers.create({ name: 'silent' }, { idempotencyKey: 'k' }))
    assert.ok(error instanceof Stripe.errors.StripeConnectionError)
    assert.equal(await customersNamed(account, 'silent'), 1)
  })

  testWith('a fault meets only its method and path, as often as it says', {}, async (account) => {
    account.simulator.faults.add({ kind: 'error-before', method: 'GET', path: '/v1/products', times: 2 })
    await account.stripe.products.create({ name: 'unharmed' })
    for (const _ of [1, 2])
      assert.equal((await refusal(Promise.resolve(account.stripe.products.list()))).statusCode, 500)
    assert.equal((await account.stripe.products.list()).data.length, 2)
  })
})
