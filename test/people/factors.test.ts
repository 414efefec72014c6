import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requireOtherFactor } from '../../src/features/people/factors/service.ts'
import { hashRecoveryCode, newRecoveryCode } from '../../src/features/people/recovery-codes/rules.ts'
import { createRecoveryCodes } from '../../src/features/people/recovery-codes/service.ts'
import { getMembers } from '../../src/features/people/service.ts'
import { codeOf, findStep, stepAt, toSetupUri } from '../../src/features/people/totp/rules.ts'
import {
  completeAuthenticator,
  deleteAuthenticator,
  startAuthenticator,
} from '../../src/features/people/totp/service.ts'
import { type FactorAnswer, withFactor } from '../../src/features/people/verification/service.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { startApi } from '../harness/api.ts'
import { addAuthenticator, codeAt } from './factors.ts'
import { actorOf, makePerson, type TestPerson } from './fixture.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({ now: () => new Date(START_MS + aheadMs), requiresFactor: true })
after(() => api[Symbol.asyncDispose]())

const { partnerId } = await api.partner('acme')
let people = 0
const newPerson = (role: 'owner' | 'reader' = 'reader') => {
  people += 1
  return makePerson(api, partnerId, { email: `person-${people}@acme.example`, role })
}

const ORIGIN = { address: '203.0.113.7', requestId: 'req_1', agent: 'test' }

/** What the check of a factor came to. */
async function check(person: TestPerson, answer: FactorAnswer): Promise<string> {
  const [member] = await getMembers(api.db, [person.id])
  assert.ok(member)
  return (await withFactor(api.app, member, answer, ORIGIN, async () => undefined)).kind
}

const actionsOf = async (subject: string) => {
  const rows = await api.db.selectFrom('audit').select('action').where('subject', '=', subject).orderBy('id').execute()
  return rows.map(({ action }) => action)
}

const problem = (code: string) => ({ name: 'Problem', code })

test('codes are those of RFC 6238, appendix B, cut to six digits', () => {
  const secret = Buffer.from('12345678901234567890')
  const expected = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' }
  for (const [seconds, code] of Object.entries(expected))
    assert.equal(codeOf(secret, stepAt(new Date(Number(seconds) * 1000))), code)
})

test('a code is accepted one step early or late, but never at or before the last used step', () => {
  const secret = Buffer.from('12345678901234567890')
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  const accepted = [-2, -1, 0, 1, 2].map((away) => findStep(secret, codeOf(secret, step + away), now, null))
  assert.deepEqual(accepted, [undefined, step - 1, step, step + 1, undefined])
  const code = codeOf(secret, step)
  assert.equal(findStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, now, step - 1), step)
  assert.equal(findStep(secret, code, now, step), undefined)
  assert.equal(findStep(secret, codeOf(secret, step - 1), now, step), undefined)
  for (const typed of ['', '12345', '1234567', '٣٤٥٦٧٨', 'abcdef'])
    assert.equal(findStep(secret, typed, now, null), undefined)
})

test('the otpauth address has the form that apps read', () => {
  const uri = new URL(toSetupUri('JBSWY3DPEHPK3PXP', 'ops+1@acme.example'))
  assert.deepEqual([uri.protocol, uri.host], ['otpauth:', 'totp'])
  assert.equal(decodeURIComponent(uri.pathname), '/Plumbline:ops+1@acme.example')
  assert.deepEqual(Object.fromEntries(uri.searchParams), { secret: 'JBSWY3DPEHPK3PXP', issuer: 'Plumbline' })
})

test('a new app is active after its first code; the earlier app works until then', async () => {
  const person = await newPerson()
  const { actor } = await actorOf(api, person)
  const { secret: first } = await addAuthenticator(api, actor)
  aheadMs += MINUTE_MS
  const { secret } = await startAuthenticator(api.app, actor.session)
  assert.equal(await check(person, { code: codeAt(secret, api.app.now()) }), 'wrong')
  assert.equal(await check(person, { code: codeAt(first, api.app.now()) }), 'right')
  await assert.rejects(completeAuthenticator(api.app, actor, '000000'), problem('INVALID_FIELD'))
  aheadMs += MINUTE_MS
  await completeAuthenticator(api.app, actor, codeAt(secret, api.app.now()))
  await assert.rejects(completeAuthenticator(api.app, actor, codeAt(secret, api.app.now())), problem('NOT_FOUND'))
  aheadMs += MINUTE_MS
  assert.equal(await check(person, { code: codeAt(first, api.app.now()) }), 'wrong')
  assert.equal(await check(person, { code: codeAt(secret, api.app.now()) }), 'right')
  const stored = await api.db.selectFrom('credentials').selectAll().where('person_id', '=', person.id).execute()
  assert.ok(!JSON.stringify(stored).includes(secret))
  assert.deepEqual(await actionsOf(person.id), [
    'person.created',
    'authenticator.added',
    'recovery.created',
    'factor.refused',
    'authenticator.added',
    'factor.refused',
  ])
})

test('a code works once, even if it is tried four times at the same time', async () => {
  const person = await newPerson()
  const { actor } = await actorOf(api, person)
  const { secret } = await addAuthenticator(api, actor)
  assert.equal(await check(person, { code: codeAt(secret, api.app.now()) }), 'wrong', 'it was the first code')
  aheadMs += MINUTE_MS
  const code = codeAt(secret, api.app.now())
  const results = await Promise.all(Array.from({ length: 4 }, () => check(person, { code })))
  assert.deepEqual(results.toSorted(), ['right', 'wrong', 'wrong', 'wrong'])
})

test('after five wrong codes in 15 minutes only recovery codes work, each once', async () => {
  const person = await newPerson()
  const { actor } = await actorOf(api, person)
  const { secret, recoveryCodes } = await addAuthenticator(api, actor)
  aheadMs += MINUTE_MS
  const tries = await Promise.all(Array.from({ length: 7 }, () => check(person, { code: '000000' })))
  assert.deepEqual(tries.toSorted(), ['wait', 'wait', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong'])
  assert.equal(await check(person, { code: codeAt(secret, api.app.now()) }), 'wait')
  const [one = '', other = ''] = recoveryCodes
  assert.equal(recoveryCodes.length, 10)
  const typed = one.toUpperCase().replaceAll('-', ' ')
  const results = await Promise.all([1, 2, 3].map(() => check(person, { recoveryCode: typed })))
  assert.deepEqual(results.toSorted(), ['right', 'wrong', 'wrong'])
  await createRecoveryCodes(api.app, actor)
  assert.equal(await check(person, { recoveryCode: other }), 'wrong', 'new codes replace all earlier ones')
  aheadMs += 16 * MINUTE_MS
  assert.equal(await check(person, { code: codeAt(secret, api.app.now()) }), 'right')
})

test('the code of another person is wrong', async () => {
  const [one, other] = [await newPerson(), await newPerson()]
  const { secret, recoveryCodes } = await addAuthenticator(api, (await actorOf(api, one)).actor)
  await addAuthenticator(api, (await actorOf(api, other)).actor)
  aheadMs += MINUTE_MS
  assert.equal(await check(other, { code: codeAt(secret, api.app.now()) }), 'wrong')
  assert.equal(await check(other, { recoveryCode: recoveryCodes[0] ?? '' }), 'wrong')
})

test('if an action fails after a correct code, the code remains unused', async () => {
  const person = await newPerson()
  const { secret } = await addAuthenticator(api, (await actorOf(api, person)).actor)
  aheadMs += MINUTE_MS
  const [member] = await getMembers(api.db, [person.id])
  assert.ok(member)
  const answer = { code: codeAt(secret, api.app.now()) }
  const fail = () => Promise.reject(new Error('as planned'))
  await assert.rejects(withFactor(api.app, member, answer, ORIGIN, fail), /as planned/)
  assert.equal(await check(person, answer), 'right')
})

test('an owner cannot remove the last factor; a reader can, and the recovery codes are removed with it', async () => {
  const [owner, reader] = [await newPerson('owner'), await newPerson('reader')]
  const { actor } = await actorOf(api, owner)
  await addAuthenticator(api, actor)
  await assert.rejects(deleteAuthenticator(api.app, actor), problem('LAST_FACTOR'))
  const other = (await actorOf(api, reader)).actor
  await assert.rejects(createRecoveryCodes(api.app, other), problem('INVALID_FIELD'))
  await addAuthenticator(api, other)
  await deleteAuthenticator(api.app, other)
  const kinds = await api.db.selectFrom('credentials').select('kind').where('person_id', '=', reader.id).execute()
  assert.deepEqual(kinds, [{ kind: 'password' }])
  await assert.rejects(deleteAuthenticator(api.app, other), problem('NOT_FOUND'))
  await api.db.transaction().execute((tx) => requireOtherFactor(api.app, tx, actor.session))
})

test('recovery codes are accepted in any spelling that people type', () => {
  const code = newRecoveryCode()
  assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  assert.equal(hashRecoveryCode('00o0-1il1-abcd-efgh'), hashRecoveryCode('OOOO LLLL ABCD EFGH'))
  for (const typed of ['', '0000-0000-0000-000', '0000-0000-0000-00000', 'uuuu-0000-0000-0000'])
    assert.equal(hashRecoveryCode(typed), undefined)
})
