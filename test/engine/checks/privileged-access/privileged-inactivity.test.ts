import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedInactivity } from '../../../../src/engine/checks/privileged-access/privileged-inactivity.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import {
  ADMINS,
  admin,
  dated,
  EMERGENCY,
  evaluate,
  NO_SHARE,
  tenant,
  testAccounts,
  testShortfall,
  used,
  usersWith,
  verdict,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedInactivity, NO_SHARE)

const activity = (signInActivity: unknown) => [
  ...ADMINS.map((n) => (n === 0 ? { id: admin(0), signInActivity } : used(admin(n), 2))),
  ...EMERGENCY.map((each) => used(each, 30)),
]

test('an account without a recorded sign-in is unknown, not inactive', () => {
  for (const none of [undefined, null, {}, { lastSuccessfulSignInDateTime: '0001-01-01T00:00:00Z' }]) {
    const result = evaluate(privilegedInactivity, tenant({ userActivity: activity(none) }))
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.affected, undefined)
    assert.match(result.observed, /^9 of 10 .*; for the other one, it could not be determined\./)
  }
})

test('failed attempts do not make an idle account active, and an old attempt proves it idle', () => {
  const guessed = { lastSignInDateTime: dated(1), lastSuccessfulSignInDateTime: dated(200) }
  assert.equal(verdict(privilegedInactivity, { userActivity: activity(guessed) }), 'ineffective')
  assert.equal(
    verdict(privilegedInactivity, { userActivity: activity({ lastSignInDateTime: dated(1) }) }),
    'no_visibility',
  )
  assert.equal(
    verdict(privilegedInactivity, { userActivity: activity({ lastSignInDateTime: dated(99) }) }),
    'ineffective',
  )
})

test('an account younger than 45 days cannot have been idle that long', () => {
  const users = usersWith({ createdDateTime: dated(10) })
  assert.equal(verdict(privilegedInactivity, { users, userActivity: activity(undefined) }), 'effective')
})

test('idle emergency accounts are ignored, and named if they are only presumed', () => {
  const userActivity = [...ADMINS.map((n) => used(admin(n), 2)), ...EMERGENCY.map((each) => used(each, 200))]
  const open = evaluate(privilegedInactivity, tenant({ userActivity }))
  assert.equal(open.verdict, 'effective')
  assert.match(
    open.limitations.join(' '),
    /although they were not declared: emergency0@contoso\.com, emergency1@contoso\.com/,
  )
  assert.equal(verdict(privilegedInactivity, { userActivity }, [...EMERGENCY]), 'effective')
})

test('a missing permission is named, and without a P1 licence it is not licensed', () => {
  assert.match(evaluate(privilegedInactivity, tenant({ userActivity: refused() })).observed, /AuditLog\.Read\.All/)
  const unlicensed = { subscribedSkus: skus('EXCHANGE_S_STANDARD'), userActivity: refused() }
  assert.equal(verdict(privilegedInactivity, unlicensed), 'not_licensed')
})

testAccounts(privilegedInactivity)
testShortfall(privilegedInactivity, 'idle', (n) => ({
  userActivity: [...ADMINS.map((each) => used(admin(each), each < n ? 46 : 44)), ...EMERGENCY.map((e) => used(e, 8))],
}))
