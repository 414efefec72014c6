import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { requireStripeSettings } from '../../../src/platform/payments/stripe-settings.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'

const run = promisify(execFile)

const settings = (environment: Record<string, string>) => readSettings(environment)
const refuses = (environment: Record<string, string>, sandbox: boolean, message: RegExp): void =>
  assert.throws(() => requireStripeSettings(settings(environment), { sandbox }), { message })

test('the service does not start with a live key in the sandbox, or without the secret of its webhook', () => {
  const STRIPE_WEBHOOK_SECRET = 'whsec_1'
  for (const STRIPE_SECRET_KEY of ['sk_live_1', 'rk_live_1']) {
    refuses({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }, true, /live key/)
    refuses(
      { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, PLUMBLINE_STRIPE_URL: 'http://localhost:1' },
      false,
      /for tests/,
    )
    requireStripeSettings(settings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }), { sandbox: false })
  }
  refuses({ STRIPE_SECRET_KEY: 'sk_test_1' }, false, /STRIPE_WEBHOOK_SECRET is not set/)
  requireStripeSettings(settings({ STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRET }), { sandbox: true })
  requireStripeSettings(settings({}), { sandbox: true })
})

test('a key or secret of another kind stops the start, and is not quoted', () => {
  for (const [name, value] of [
    ['STRIPE_SECRET_KEY', 'pk_test_very-secret'],
    ['STRIPE_SECRET_KEY', 'very-secret'],
    ['STRIPE_WEBHOOK_SECRET', 'very-secret'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_a,whsec_b,whsec_c'],
  ] as const) {
    assert.throws(
      () => settings({ [name]: value }),
      ({ message }: Error) => message.includes(name) && !message.includes('very-secret'),
    )
  }
  const both = settings({ STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b' })
  assert.deepEqual(both.stripeWebhookSecrets, ['whsec_a', 'whsec_b'])
})

/** Prints how many files of the package are loaded with the service, and how many once it is used. */
const COUNT = `
import { registerHooks } from 'node:module'
let files = 0
registerHooks({
  load(url, context, next) {
    if (/node_modules\\/stripe\\//.test(url)) files++
    return next(url, context)
  },
})
await import('./src/runtime/up.ts')
const { createStripeAccess } = await import('./src/platform/payments/stripe-access.ts')
const access = createStripeAccess({ stripeSecretKey: 'sk_test_1', stripeWebhookSecrets: [], stripeUrl: undefined })
const before = files
await access.client()
console.log(JSON.stringify({ before, after: files }))
`

test('the Stripe package is loaded by the first call, not at startup', async () => {
  const cwd = new URL('../../..', import.meta.url)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', COUNT], { cwd })
  const { before, after } = JSON.parse(stdout)
  assert.equal(before, 0)
  assert.ok(after > 0)
})
