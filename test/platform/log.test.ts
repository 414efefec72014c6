import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, type Log } from '../../src/platform/log.ts'
import { newKey } from '../../src/shared/crypto/keys.ts'
import type { Json } from '../harness/client.ts'

/** One log entry; `text` is the raw line. */
function entryOf(write: (log: Log) => void): { entry: Json; text: string } {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  assert.equal(lines.length, 1)
  const [text = ''] = lines
  return { entry: JSON.parse(text), text }
}

test('an error is logged with its name, message, code and stack, and so are its causes', () => {
  const cause = new AggregateError([new Error('the first'), new TypeError('the second')], 'nobody answered')
  const error = Object.assign(new RangeError('too far', { cause }), { code: 'E_FAR' })
  const { entry } = entryOf((log) => log.error({ error, runId: 'run_1' }, 'it failed'))
  assert.equal(entry.msg, 'it failed')
  assert.equal(entry.runId, 'run_1')
  assert.deepEqual([entry.error.name, entry.error.message, entry.error.code], ['RangeError', 'too far', 'E_FAR'])
  assert.match(entry.error.stack, /RangeError: too far\n +at .*log\.test\.ts/)
  assert.equal(entry.error.cause.message, 'nobody answered')
  assert.deepEqual(
    entry.error.cause.errors.map(({ name, message }: Json) => `${name}: ${message}`),
    ['Error: the first', 'TypeError: the second'],
  )
})

test('rows, parameters and requests that drivers attach to errors are not logged', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ceo@umbrella.example) already exists.',
    parameters: ['ceo@umbrella.example'],
    request: { headers: { authorization: 'Bearer abc' } },
  })
  const { entry, text } = entryOf((log) => log.warn({ error }, 'refused'))
  assert.deepEqual(Object.keys(entry.error), ['name', 'message', 'code', 'stack'])
  assert.doesNotMatch(text, /umbrella|Bearer/)
})

test('keys, passwords and tokens are not logged, neither as fields nor inside a message', () => {
  const partner = newKey('partner')
  const distributor = newKey('distributor')
  const password = 'correct-horse'
  const message = `${partner} of postgres://plumbline:${password}@db.example/x was refused: Bearer eyJ0.abc-_.def`
  const error = new Error(message, { cause: `${distributor} whsec_c2VjcmV0+/=` })
  const { text, entry } = entryOf((log) =>
    log.error({ error, key: partner, account: { password, secret: 'hush', name: 'Acme' } }, 'refused'),
  )
  for (const secret of [partner.slice(8), distributor.slice(8), password, 'eyJ0', 'c2VjcmV0', 'hush']) {
    assert.ok(!text.includes(secret), `${secret} is in ${text}`)
  }
  assert.equal(entry.account.name, 'Acme')
  assert.match(entry.error.message, /^pk_live_\[secret\] of postgres:\/\/\[secret\]@db\.example\/x was refused/)
})

test('an error that is its own cause does not cause an endless loop', () => {
  const error = new Error('round')
  error.cause = error
  const { entry } = entryOf((log) => log.error({ error }, 'again'))
  assert.equal(entry.error.cause.cause.message, 'round')
})
