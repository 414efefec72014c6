import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createClient } from '../../harness/client.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, waitForEnd } from '../../runs/follow.ts'
import { CHECKOUT, newDataDir, type Service, startService } from '../../start/processes.ts'

const THROWER = pathToFileURL(join(CHECKOUT, 'test/start/thrower.js'))
const env = { NODE_OPTIONS: `--import=${THROWER}`, PLUMBLINE_METRICS_PORT: '0' }

async function clientOf(dataDir: string, { port }: Service) {
  const { caFile, partners } = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))
  const ca = await readFile(caFile, 'utf8')
  return createClient(`https://localhost:${port}`, ca, 'X-Partner-Key', partners.at(-1).key)
}

test('an unhandled rejection is logged, and the service keeps running', async (t) => {
  const dataDir = await newDataDir()
  const service = await startService(t, { dataDir, env })
  await service.ready()
  service.child.kill('SIGHUP')
  await eventually('the rejection is in the log', async () => service.output().includes('process.rejection.unhandled'))
  assert.equal((await (await clientOf(dataDir, service)).get('/v1/partner/me')).status, 200)
  service.child.kill('SIGTERM')
  assert.equal(await service.exit, 0)
})

test('an uncaught exception shuts the process down in order, and the next process finishes its work', async (t) => {
  const dataDir = await newDataDir()
  const first = await startService(t, { dataDir, env })
  await first.ready()
  const client = await clientOf(dataDir, first)
  const { runId } = await createRun(client)
  first.child.kill('SIGUSR2')
  assert.equal(await first.exit, 1)
  assert.match(first.output(), /process\.exception\.uncaught/)
  assert.match(first.output(), /thrown out of a callback/)

  const second = await startService(t, { dataDir, env })
  await second.ready()
  const run = await waitForEnd(await clientOf(dataDir, second), runId)
  assert.equal(run.status, 'completed')
})
