import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFilter } from '../../portal/screens/deliveries/filter.ts'
import { reasonWords, stateOf } from '../../portal/screens/deliveries/words.ts'
import { getRotation } from '../../portal/screens/keys/rotation.ts'
import { nameOf } from '../../portal/screens/webhooks/words.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const agoS = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString()

test('an old key may be revoked without a warning once the new one is in use and the old one is quiet', () => {
  const old = { createdAt: agoS(9000), lastUsedAt: agoS(600) }
  const fresh = { createdAt: agoS(300) }
  assert.deepEqual(getRotation(old, undefined, NOW), { step: 'create' })
  assert.deepEqual(getRotation(old, fresh, NOW), { step: 'use', warning: 'unused' })
  const used = { ...fresh, lastUsedAt: agoS(10) }
  assert.deepEqual(getRotation(old, used, NOW), { step: 'revoke' })
  assert.deepEqual(
    getRotation({ createdAt: old.createdAt }, used, NOW),
    { step: 'revoke' },
    'an old key without any use',
  )
  for (const [seconds, warning] of [
    [119, 'old-in-use'],
    [121, undefined],
  ] as const) {
    assert.equal(getRotation({ ...old, lastUsedAt: agoS(seconds) }, used, NOW).warning, warning, `${seconds} s ago`)
  }
})

test('days of a filter are whole days of the person, and everything else is left out', () => {
  const start = new Date('2026-11-22T00:00:00').toISOString()
  const end = new Date('2026-11-23T00:00:00').toISOString()
  assert.deepEqual(readFilter({ since: '2026-11-22', until: '2026-11-22', state: 'failed', cursor: 'x', reason: '' }), {
    state: 'failed',
    since: start,
    until: end,
  })
  for (const day of ['yesterday', '2026-13-45', '2026-11-22T10:00']) assert.deepEqual(readFilter({ since: day }), {})
})

test('a delivery is called failed only after its last try', () => {
  assert.equal(stateOf({ state: 'pending', attempts: 0 }).words, 'Waiting')
  assert.equal(stateOf({ state: 'pending', attempts: 3 }).words, 'Trying again')
  assert.equal(stateOf({ state: 'failed', attempts: 6 }).words, 'Failed')
})

test('causes are sentences, also those that are not known', () => {
  assert.equal(reasonWords('status-401'), 'The receiver answered 401 (not signed in)')
  assert.equal(reasonWords('status-418'), 'The receiver answered 418')
  assert.equal(reasonWords('tls'), 'The certificate or TLS of the receiver is not valid')
  assert.equal(reasonWords('something-new'), 'something-new')
})

test('an address is called by its host, and by its path where there is one', () => {
  assert.equal(nameOf('https://example.com/'), 'example.com')
  assert.equal(nameOf('https://example.com:8443/hook?token=abc'), 'example.com:8443/hook')
  assert.equal(nameOf('not an address'), 'not an address')
})
