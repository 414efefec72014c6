import { test } from 'node:test'
import { openEmbeddedBench } from '../../billing/conformance/embedded.ts'
import { checkHistories } from '../../billing/conformance/histories.ts'
import { openStripeBench } from '../../billing/conformance/stripe.ts'
import { openBilling } from '../../billing/fixture.ts'

/** Random anew in each run. After a change of billing, set the variable to 500: that takes seven minutes. */
const HISTORIES = Number(process.env.PLUMBLINE_TEST_HISTORIES ?? 60)

/** Each with a service of its own: they mostly wait for the database. */
const LANES = 4

test(`embedded: ${HISTORIES} random histories end with account, mirror and invoices in agreement`, async () => {
  const lanes = Array.from({ length: LANES }, async () => {
    await using fixture = await openBilling()
    const open = (start: Date) => openEmbeddedBench(fixture, start)
    await checkHistories(open, { abilities: [], runs: HISTORIES / LANES })
  })
  await Promise.all(lanes)
})

test(`stripe: ${HISTORIES} random histories, with lost, repeated and reordered events, end in the same agreement`, async () => {
  const lanes = Array.from({ length: LANES }, async () => {
    await using fixture = await openBilling()
    const open = (start: Date) => openStripeBench(fixture, start, 'unreliable')
    await checkHistories(open, { abilities: ['decline'], runs: HISTORIES / LANES })
  })
  await Promise.all(lanes)
})
