import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Stripe from 'stripe'
import { type SandboxStripe, startSandboxStripe } from '../../../src/runtime/stripe/sandbox-stripe.ts'

function clientOf({ url, secretKey }: SandboxStripe): Stripe {
  const { hostname: host, port } = new URL(url)
  return new Stripe(secretKey, { host, port: Number(port), protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

test('the sandbox account is restored after a restart, with its clock and its webhooks', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline stripe '))
  const received: Stripe.Event[] = []
  let secret = ''
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = String(request.headers['stripe-signature'])
    received.push(await Stripe.webhooks.constructEventAsync(Buffer.concat(chunks), signature, secret))
    response.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  assert.ok(typeof address === 'object' && address)
  const webhookUrl = `http://127.0.0.1:${address.port}/`
  try {
    const first = await startSandboxStripe(dataDir, webhookUrl, '')
    secret = first.webhookSecret
    const { id } = await clientOf(first).customers.create({ name: 'Stored' })
    const body = new URLSearchParams({ seconds: '86400' })
    await fetch(`${first.url}/control/advance`, { method: 'POST', body, redirect: 'manual' })
    await first.close()
    assert.equal((await stat(join(dataDir, 'stripe.bin'))).mode & 0o777, 0o600)

    const second = await startSandboxStripe(dataDir, webhookUrl, '')
    assert.notEqual(second.webhookSecret, secret)
    secret = second.webhookSecret
    const stripe = clientOf(second)
    assert.equal(((await stripe.customers.retrieve(id)) as Stripe.Customer).name, 'Stored')
    const { created } = await stripe.customers.create({ name: 'Later' })
    assert.ok(created >= Date.now() / 1000 + 86_000, 'the time was moved by a day')
    assert.equal((await stripe.webhookEndpoints.list()).data.length, 1)
    await second.close()
    assert.deepEqual(
      received.map(({ data }) => (data.object as Stripe.Customer).name),
      ['Stored', 'Later'],
    )

    await writeFile(join(dataDir, 'stripe.bin'), 'damaged')
    await assert.rejects(startSandboxStripe(dataDir, webhookUrl, ''), /stripe\.bin cannot be read\. Delete it/)
  } finally {
    receiver.close()
    await rm(dataDir, { recursive: true })
  }
})
