import assert from 'node:assert/strict'
import { test } from 'node:test'
import { justInTimeAdministration } from '../../../../src/engine/checks/privileged-access/just-in-time-administration.ts'
import { refused } from '../../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import {
  ADMINS,
  admin,
  dated,
  EMERGENCY,
  eligible,
  evaluate,
  MAILBOX,
  NO_SHARE,
  tenant,
  testAccounts,
  testShortfall,
  used,
  usersWith,
  verdict,
  WITHOUT_PIM,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(justInTimeAdministration, NO_SHARE)

test('two unused, cloud-only, unlicensed Global Administrators count as emergency accounts, and the result mentions it', () => {
  const result = evaluate(justInTimeAdministration, tenant())
  assert.equal(result.coverage?.of, 10)
  assert.match(result.limitations.join(' '), /although they were not declared: emergency0@/)
})

test('accounts that are used, licensed, synchronised, more than two, or hold other roles are not emergency accounts', () => {
  const inUse = [...ADMINS, ...EMERGENCY].map((each) => used(typeof each === 'number' ? admin(each) : each, 3))
  assert.equal(verdict(justInTimeAdministration, { userActivity: inUse }), 'ineffective')
  const third = [...EMERGENCY, admin(0)]
  assert.equal(
    verdict(justInTimeAdministration, {
      roleAssignments: third.map((each) => assignment(each, GLOBAL_ADMINISTRATOR)),
      roleEligibilities: ADMINS.slice(1).map((n) => eligible(admin(n))),
      userActivity: [...ADMINS, ...EMERGENCY].map((each) => used(typeof each === 'number' ? admin(each) : each, 30)),
    }),
    'ineffective',
  )
  for (const more of [{ assignedPlans: [MAILBOX] }, { onPremisesSyncEnabled: true }]) {
    const users = usersWith().map((each) => ('id' in each && each.id === EMERGENCY[0] ? { ...each, ...more } : each))
    assert.equal(verdict(justInTimeAdministration, { users }), 'ineffective')
  }
  const roleEligibilities = [...ADMINS.map((n) => eligible(admin(n))), eligible(EMERGENCY[0])]
  assert.equal(verdict(justInTimeAdministration, { roleEligibilities }), 'ineffective')
})

test('if emergency accounts are declared, no other account is presumed to be one', () => {
  assert.equal(verdict(justInTimeAdministration, {}, [EMERGENCY[0]]), 'ineffective')
  assert.equal(verdict(justInTimeAdministration, {}, [...EMERGENCY]), 'effective')
})

test('an activated role and an assignment with an expiry are not standing', () => {
  const more = [{ assignmentType: 'Activated', endDateTime: dated(-1) }, { endDateTime: dated(-30) }]
  for (const each of more) {
    const roleAssignments = [assignment(admin(0), USER_ADMINISTRATOR, each)]
    assert.equal(verdict(justInTimeAdministration, { roleAssignments }), 'effective')
  }
})

test('with Privileged Identity Management a permanent role is a failure whatever people answer', () => {
  const roleAssignments = [assignment(admin(0), USER_ADMINISTRATOR)]
  const { verdict: found, kind } = evaluate(justInTimeAdministration, tenant({ roleAssignments }))
  assert.deepEqual([found, kind], ['ineffective', undefined])
})

test('without Privileged Identity Management every role is standing, and that is a finding, unless people answer that another product ends it', () => {
  const { verdict: found, kind, observed } = evaluate(justInTimeAdministration, tenant(WITHOUT_PIM))
  assert.deepEqual([found, kind], ['ineffective', 'absent'])
  assert.match(observed, /another product assigns these roles only for a limited time/)
  assert.equal(verdict(justInTimeAdministration, { ...WITHOUT_PIM, subscribedSkus: refused() }), 'no_visibility')
})

testAccounts(justInTimeAdministration)
testShortfall(justInTimeAdministration, 'with a standing role', (n) => ({
  roleAssignments: ADMINS.slice(0, n).map((each) => assignment(admin(each), USER_ADMINISTRATOR)),
}))
