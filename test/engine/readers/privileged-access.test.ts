import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedicatedPrivilegedAccounts } from '../../../src/engine/checks/privileged-access/dedicated-privileged-accounts.ts'
import { highlyPrivilegedCloudOnly } from '../../../src/engine/checks/privileged-access/highly-privileged-cloud-only.ts'
import { highlyPrivilegedNotPermanent } from '../../../src/engine/checks/privileged-access/highly-privileged-not-permanent.ts'
import { highlyPrivilegedPhishingResistant } from '../../../src/engine/checks/privileged-access/highly-privileged-phishing-resistant.ts'
import { justInTimeAdministration } from '../../../src/engine/checks/privileged-access/just-in-time-administration.ts'
import { leastPrivilege } from '../../../src/engine/checks/privileged-access/least-privilege.ts'
import { privilegedInactivity } from '../../../src/engine/checks/privileged-access/privileged-inactivity.ts'
import { secureAdminWorkstations } from '../../../src/engine/checks/privileged-access/secure-admin-workstations.ts'
import {
  account,
  admin,
  EMERGENCY,
  evaluate,
  group,
  MAILBOX,
  roleOfGroup,
  tenant,
  used,
  usersWith,
  verdict,
} from '../checks/administrators-fixture.ts'
import { refused, type Values } from '../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, SYNCHRONISATION } from '../tenant-parts.ts'

const DIRECTORY_READER = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b'

test('the members of a group that holds a role are privileged users', () => {
  const members = { [`groupMembers/${group}`]: [{ '@odata.type': '#microsoft.graph.user', id: id(1) }] }
  const result = evaluate(dedicatedPrivilegedAccounts, tenant({ roleAssignments: roleOfGroup, ...members }))
  assert.deepEqual(result.affected?.items, ['alice@contoso.com'])
})

test('report readers, synchronisation accounts and disabled accounts are not privileged users', () => {
  const everyday = { assignedPlans: [MAILBOX], onPremisesSyncEnabled: true }
  const users = [
    ...usersWith(),
    account(id(601), 'reader', everyday),
    account(id(602), 'sync', everyday),
    account(id(603), 'gone', { ...everyday, accountEnabled: false }),
  ]
  const roleAssignments = [
    assignment(id(601), DIRECTORY_READER),
    assignment(id(602), SYNCHRONISATION),
    assignment(id(603), GLOBAL_ADMINISTRATOR),
  ]
  for (const check of [dedicatedPrivilegedAccounts, justInTimeAdministration]) {
    const result = evaluate(check, tenant({ users, roleAssignments }))
    assert.equal(result.verdict, 'effective')
    assert.equal(result.coverage?.of, 10)
    assert.match(result.limitations.join(' '), /synchronisation account excluded: sync@/)
  }
})

test('a role holder who is not in the list of users means no visibility', () => {
  const roleAssignments = [assignment(id(999), GLOBAL_ADMINISTRATOR)]
  assert.equal(verdict(dedicatedPrivilegedAccounts, { roleAssignments }), 'no_visibility')
})

const COUNTING_ACCOUNTS = [
  dedicatedPrivilegedAccounts,
  highlyPrivilegedCloudOnly,
  highlyPrivilegedNotPermanent,
  highlyPrivilegedPhishingResistant,
  justInTimeAdministration,
  leastPrivilege,
  privilegedInactivity,
  secureAdminWorkstations,
]

for (const check of COUNTING_ACCOUNTS) {
  test(`${check.id}: emergency accounts are presumed as in every other row, and excluded`, () => {
    const presumed = evaluate(check, tenant())
    const declared = evaluate(check, tenant(), [...EMERGENCY])
    assert.match(
      presumed.limitations.join(' '),
      /although they were not declared: emergency0@contoso\.com, emergency1@contoso\.com/,
    )
    assert.equal(presumed.verdict, declared.verdict)
    assert.deepEqual(presumed.coverage, declared.coverage)
  })
}

test('possible emergency accounts make the row unknown if they would change its verdict', () => {
  const at = (userActivity: unknown, more: Values = {}) => verdict(justInTimeAdministration, { userActivity, ...more })
  assert.equal(at(EMERGENCY.map((each) => used(each, 30))), 'effective')
  assert.equal(at(EMERGENCY.map((each) => used(each, 1))), 'ineffective')
  assert.equal(at(refused()), 'no_visibility')
  const standing = [...EMERGENCY, admin(0)].map((each) => assignment(each, GLOBAL_ADMINISTRATOR))
  assert.equal(at(refused(), { roleAssignments: standing }), 'ineffective')
})

test('a possible emergency account is unknown if it falls short, and counts if it does not', () => {
  const unread = { userActivity: refused() }
  assert.equal(verdict(justInTimeAdministration, unread), 'no_visibility')
  assert.equal(verdict(dedicatedPrivilegedAccounts, unread), 'effective')
})
