import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApi } from '../../harness/api.ts'
import { type Reply, surferOf } from '../../people/fixture.ts'

/** Enough that the line fills while requests arrive, at a quarter of what a password costs in the service. */
const passwordCost = { N: 16_384, r: 8, p: 2 }
const api = await startApi({ trustProxy: ['127.0.0.1', '::1'], passwordCost })
after(() => api[Symbol.asyncDispose]())

test('if two passwords are being checked and twenty are waiting, people are asked to try again', async () => {
  const signIn = async (n: number, accept: string): Promise<Reply> => {
    const from = { 'x-forwarded-for': `10.9.1.${n}`, 'x-forwarded-proto': 'https' }
    return await surferOf(api, { ...from, accept }).signIn(`nobody${n}@line.example`, 'not the right password')
  }
  const page = 'text/html,application/xhtml+xml'
  const replies = await Promise.all(Array.from({ length: 36 }, (_, n) => signIn(n, n % 2 === 0 ? page : '*/*')))
  const compared = replies.filter(({ status }) => status === 400)
  const refused = replies.filter(({ status }) => status === 429)
  assert.equal(compared.length + refused.length, replies.length)
  assert.ok(compared.length >= 22, `${compared.length} were compared`)
  assert.ok(refused.length > 0, 'nobody was refused')
  for (const { headers, text, body } of refused) {
    assert.equal(headers['retry-after'], '5')
    if (body === undefined) assert.match(text, /<h1>Try again in a moment<\/h1>.*Many people are signing in/s)
    else assert.equal(body.error.code, 'RATE_LIMITED')
  }
  assert.ok(refused.some(({ body }) => body === undefined) && refused.some(({ body }) => body !== undefined))
  assert.equal((await signIn(100, page)).status, 400, 'afterwards there is room again')
})
