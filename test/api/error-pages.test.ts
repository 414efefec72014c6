import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApi } from '../harness/api.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

test('people who open an address that does not exist see a page, and programs get JSON', async () => {
  const client = api.client('')
  const page = await client.get('/portal/nowhere/<b>', { headers: { accept: 'text/html,*/*;q=0.8' } })
  assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(page.text, /<h1>There is nothing here<\/h1>.*req_[0-9a-z]{26}/s)
  assert.doesNotMatch(page.text, /<b>/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  for (const [path, accept] of [
    ['/portal/nowhere', 'application/json'],
    ['/v1/nowhere', 'text/html'],
    ['/portal/api/nowhere', 'text/html'],
  ] as const) {
    const answer = await client.get(path, { headers: { accept } })
    assert.match(String(answer.headers['content-type']), /^application\/json/, path)
    assert.ok(answer.status === 404 || answer.status === 401, path)
  }
})
