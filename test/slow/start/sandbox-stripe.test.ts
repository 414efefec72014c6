import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { eventually } from '../../runs/eventually.ts'
import { newDataDir, startService } from '../../start/processes.ts'

/** The overview of the simulated Stripe as text. */
async function overview(printed: string): Promise<string> {
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
  return (await (await fetch(url)).text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('with PLUMBLINE_SANDBOX_STRIPE the simulated Stripe bills the partners, and remembers them after a restart', async (t) => {
  const dataDir = await newDataDir()
  const env = { PLUMBLINE_SANDBOX_STRIPE: '1' }
  const service = await startService(t, { dataDir, env })
  await service.ready()
  const isProvisioned = async () => /starter, 99\.00 USD a month active/i.test(await overview(service.output()))
  await eventually('the partner has a subscription at Stripe', isProvisioned)
  const { apiUrl, caFile, partners } = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))
  const [{ key }] = partners
  const client = createClient(apiUrl, await readFile(caFile, 'utf8'), 'X-Partner-Key', key)
  const changed = await client.post('/v1/partner/plan', { plan: 'professional', billing: 'rolling' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.match(await overview(service.output()), /professional, 3490\.00 USD a year active/i)
  service.signalGroup('SIGINT')
  assert.equal(await service.exit, 0)

  const again = await startService(t, { dataDir, env, port: service.port })
  await again.ready()
  assert.match(await overview(again.output()), /professional, 3490\.00 USD a year/i)
  again.signalGroup('SIGINT')
  assert.equal(await again.exit, 0)
})
