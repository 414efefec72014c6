import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { startStripe } from '../../../src/simulator/stripe/server.ts'
import { testConformance } from '../../billing/conformance/cases.ts'
import { openBilling } from '../../billing/fixture.ts'
import { openTestModeBench } from '../../billing/test-mode/bench.ts'
import { openLab } from '../../billing/test-mode/lab.ts'
import { PROBES, UNPROVABLE, Unasked } from '../../billing/test-mode/probes.ts'

/**
 * The cases of every processor and what we assume of Stripe, on test clocks: with STRIPE_TEST_KEY in Stripe's test mode; without
 * one on the simulated Stripe, so that what is asked of Stripe is known to work.
 */
const key = process.env.STRIPE_TEST_KEY
const name = key ? 'Stripe in test mode' : 'simulated Stripe, test clocks'
const simulator = key ? undefined : await startStripe()
const lab = await openLab({ key: key ?? 'sk_test_123', ...(simulator && { url: simulator.url }) })
const fixture = await openBilling()
after(async () => {
  await lab[Symbol.asyncDispose]()
  await fixture[Symbol.asyncDispose]()
  await simulator?.close()
  assert.deepEqual(simulator?.mistakes ?? [], [])
})

test('each assumption about Stripe can be tested, or says why not', async () => {
  const page = await readFile(new URL('../../../docs/decisions/0040-simulated-stripe.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('**assumed**'))
  const stated = rows.map((row) => row.split(' | ')[0]?.slice(2) ?? '')
  const asked = [...PROBES.map(({ statement }) => statement), ...Object.keys(UNPROVABLE)]
  assert.deepEqual(asked.toSorted(), stated.toSorted())
})

for (const { statement, run } of PROBES) {
  test(`${name}: ${statement}`, async (t) => {
    try {
      await run(lab)
    } catch (error) {
      if (!(error instanceof Unasked) || !key) throw error
      t.skip(error.message)
    }
  })
}

testConformance(name, ['decline'], (start) => openTestModeBench(fixture, lab, start))
