import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAll, startObjectServer } from '../../harness/object-store.ts'

test('a list of more than a thousand objects comes in pages, each of which begins after the previous one', async () => {
  await using server = await startObjectServer()
  const store = server.open()
  const names = Array.from({ length: 1_205 }, (_, n) => `many/${String(n).padStart(4, '0')}`)
  const left = [...names]
  const write = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await store.put(name, Buffer.from('x'))
  }
  await Promise.all(Array.from({ length: 16 }, write))
  assert.deepEqual(await listAll(store, 'many/'), names)
  assert.deepEqual(
    server.requests.filter((request) => request.startsWith('GET')),
    [
      'GET /plumbline?list-type=2&max-keys=1000&prefix=many%2F',
      'GET /plumbline?list-type=2&max-keys=1000&prefix=many%2F&start-after=many%2F0999',
    ],
  )
})
