import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { startApi } from '../harness/api.ts'
import { openWorker } from '../runs/workers.ts'

const api = await startApi()
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

async function probe(path: string): Promise<[status: number, body: unknown]> {
  const { statusCode, body } = await request(`${api.baseUrl}${path}`, { dispatcher })
  return [statusCode, await body.json()]
}

test('an API is ready without workers, and a separate check reports them', async () => {
  const READY = { status: 'ok', database: 'ok', migrations: 'ok' }
  assert.deepEqual(await probe('/readyz'), [200, READY])
  assert.equal((await probe('/readyz/workers'))[0], 503)
  {
    await using _worker = await openWorker(api, () => Promise.reject(new Error('there are no runs')))
    const [status, body] = await probe('/readyz/workers')
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, { status: 'ok', workers: 1 })
  }
  assert.equal((await probe('/readyz/workers'))[0], 503)
  assert.deepEqual(await probe('/readyz'), [200, READY])
})
