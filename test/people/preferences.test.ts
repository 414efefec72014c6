import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApi } from '../harness/api.ts'
import { outcomeOf, visit, visitAs } from './portal.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

test('a person’s own time zone and locale apply in their sessions', async () => {
  const { partnerId } = await api.partner('choosers')
  const reader = await visit(api, partnerId, { email: 'reader@choosers.example', role: 'reader', strong: false })
  const other = await visit(api, partnerId, { email: 'owner@choosers.example' })
  const of = async ({ get }: Pick<typeof reader, 'get'>) => (await get('/session')).body.person.preferences
  assert.deepEqual(await of(reader), {})
  const put = (body: unknown) => reader.put('/me/preferences', body)
  assert.equal(outcomeOf(await put({ timeZone: 'australia/sydney', locale: 'de-DE' })), '204')
  assert.deepEqual(await of(reader), { timeZone: 'Australia/Sydney', locale: 'de-DE' })
  const again = await visitAs(api, { id: reader.personId, email: reader.email })
  assert.deepEqual(await of(again), { timeZone: 'Australia/Sydney', locale: 'de-DE' })
  assert.deepEqual(await of(other), {}, 'others have their own')

  for (const body of [{ timeZone: 'Mars/Base' }, { locale: 'tlh-XX' }, { timeZone: '' }])
    assert.equal(outcomeOf(await put(body)), '400 INVALID_FIELD', JSON.stringify(body))
  assert.equal(outcomeOf(await put({})), '204')
  assert.equal(outcomeOf(await put({})), '204')
  assert.deepEqual(await of(reader), {})
  const { entries } = (await reader.get('/partner/audit?action=preferences.changed')).body
  assert.equal(entries.length, 2, 'a change that changes nothing is not recorded')
  assert.deepEqual(entries[1].after, { timeZone: 'Australia/Sydney', locale: 'de-DE' })
})
