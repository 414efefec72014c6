import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PASSWORD_COST } from '../../../src/shared/crypto/password-hash.ts'
import { startApi } from '../../harness/api.ts'
import { makePerson, surferOf } from '../../people/fixture.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({ now: () => new Date(START_MS + aheadMs), trustProxy: ['127.0.0.1', '::1'] })
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('acme')
const owner = await makePerson(api, partnerId, { email: 'robin@acme.example' })

let places = 0
/** A browser at an address of its own. */
const newSurfer = (at = api) => surferOf(at, { 'x-forwarded-for': `10.7.0.${++places}`, 'x-forwarded-proto': 'https' })

test('an unknown address and a wrong password get the same response after the same time', async () => {
  await using real = await startApi({ trustProxy: ['127.0.0.1', '::1'], passwordCost: PASSWORD_COST })
  await makePerson(real, (await real.partner('acme')).partnerId, { email: owner.email })
  const measure = async (email: string, times: number) => {
    const ms: number[] = []
    const texts = new Set<string>()
    for (let n = 0; n < times; n++) {
      const start = performance.now()
      const { status, text } = await newSurfer(real).signIn(email, 'not the right password')
      ms.push(performance.now() - start)
      texts.add(`${status} ${text.replace(email, '')}`)
    }
    return { texts, ms: Math.min(...ms) }
  }
  const known = await measure(owner.email, 3)
  const unknown = await measure('nobody@acme.example', 3)
  assert.deepEqual(known.texts, unknown.texts)
  assert.match([...known.texts].join(), /^400 .*This email address and password do not match/s)
  const ratio = known.ms / unknown.ms
  assert.ok(ratio > 0.5 && ratio < 2, `${known.ms} ms and ${unknown.ms} ms`)
})

test('after five wrong passwords a source has to wait, longer each time; other sources do not', async () => {
  for (const email of [owner.email, 'nobody@else.example']) {
    const stranger = newSurfer()
    const statuses: number[] = []
    const tries = await Promise.all(Array.from({ length: 8 }, () => stranger.signIn(email, 'wrong password')))
    statuses.push(...tries.map(({ status }) => status).toSorted())
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429], email)
    assert.equal((await stranger.signIn(email)).status, 429, 'the right password has to wait as well')
    aheadMs += 1_500
    assert.equal((await stranger.signIn(email, 'wrong password')).status, 400)
    const waiting = await stranger.signIn(email, 'wrong password')
    assert.deepEqual([waiting.status, waiting.headers['retry-after']], [429, '2'])
  }
  assert.equal((await newSurfer().signIn(owner.email)).status, 303)
})
