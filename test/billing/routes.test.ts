import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import type { Http } from '../../src/api.ts'
import type { App } from '../../src/app.ts'
import { billingRoutes } from '../../src/features/billing/changes/routes.ts'
import { compileValidator } from '../../src/http/requests/validation.ts'
import { answerError } from '../../src/http/responses/errors.ts'
import type { Actor } from '../../src/shared/actor.ts'
import { openBilling } from './fixture.ts'

/** Only the routes, called as this partner. */
function serve(app: App, actor: Actor) {
  const http: Http = fastify().withTypeProvider<TypeBoxTypeProvider>()
  http.setValidatorCompiler(compileValidator)
  http.setErrorHandler(answerError(app))
  http.addHook('onRequest', async (request) => {
    request.actor = actor
  })
  billingRoutes(http, app)
  return async (url: string, payload: Record<string, unknown>) => {
    const { statusCode, headers, body } = await http.inject({ method: 'POST', url, payload })
    return { status: statusCode, headers, body: JSON.parse(body) }
  }
}

test('a plan change returns exactly the documented fields', async () => {
  await using fixture = await openBilling()
  const post = serve(fixture.app, await fixture.partner('starter'))
  const { status, body } = await post('/plan', {
    plan: 'enterprise',
    billing: 'rolling',
    currency: 'aud',
    note: 'unknown',
  })
  assert.equal(status, 200)
  const { partnerId, ...rest } = body
  assert.match(partnerId, /^prt_/)
  assert.deepEqual(rest, {
    plan: 'enterprise',
    billing: 'rolling',
    currency: 'aud',
    runLimit: -1,
    subscriptionStatus: 'active',
    currentPeriodEnd: '2028-05-01T00:00:00.000Z',
  })
})

test('input is validated by the rules for plan changes, and all errors are reported at once', async () => {
  await using fixture = await openBilling()
  const post = serve(fixture.app, await fixture.partner('starter'))
  for (const url of ['/plan', '/plan/preview']) {
    for (const body of [{}, { plan: null }, { plan: ' ' }, { billing: 'monthly' }]) {
      const answer = await post(url, body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'MISSING_FIELD'])
    }
    for (const body of [{ plan: 'gold' }, { plan: 5 }, { plan: 'enterprise', billing: 5 }, { plan: 'starter' }]) {
      const answer = await post(url, body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'PLAN_CHANGE_FAILED'])
    }
    const both = await post(url, { billing: 'yearly' })
    assert.deepEqual(
      both.body.error.details.map((detail: { field: string }) => detail.field),
      ['plan', 'billing'],
    )
  }
})

test('the eleventh change of an hour is a 429 with Retry-After', async () => {
  await using fixture = await openBilling()
  const post = serve(fixture.app, await fixture.partner('starter'))
  for (let n = 0; n < 10; n++) {
    assert.equal((await post('/plan', { plan: n % 2 === 0 ? 'professional' : 'starter' })).status, 200)
  }
  const { status, headers, body } = await post('/plan', { plan: 'professional' })
  assert.deepEqual([status, body.error.code, headers['retry-after']], [429, 'RATE_LIMITED', '3600'])
})

test('a preview returns whole minor units and dates', async () => {
  await using fixture = await openBilling()
  const post = serve(fixture.app, await fixture.partner('starter'))
  const { status, body } = await post('/plan/preview', { plan: 'professional' })
  assert.equal(status, 200)
  assert.deepEqual([body.plan, body.runLimit, body.productsGained], ['professional', 250, ['nist-csf']])
  assert.deepEqual(body.credit, {
    description: 'Unused time of plan starter, monthly',
    amount: -9_900,
    currency: 'usd',
    from: '2027-05-01T00:00:00.000Z',
    until: '2027-06-01T00:00:00.000Z',
  })
  assert.equal(body.debit.amount, 34_900)
  assert.deepEqual(body.nextInvoice, { amount: 59_900, currency: 'usd', date: '2027-06-01T00:00:00.000Z' })
})
