import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedicatedPrivilegedAccounts } from '../../../src/engine/checks/privileged-access/dedicated-privileged-accounts.ts'
import { justInTimeAdministration } from '../../../src/engine/checks/privileged-access/just-in-time-administration.ts'
import {
  account,
  evaluate,
  group,
  MAILBOX,
  roleOfGroup,
  tenant,
  usersWith,
  verdict,
} from '../checks/administrators-fixture.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, SYNCHRONISATION } from '../tenant-parts.ts'

const DIRECTORY_READER = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b'

test('the members of a group that holds a role are privileged users', () => {
  const members = { [`groupMembers/${group}`]: [{ '@odata.type': '#microsoft.graph.user', id: id(1) }] }
  const result = evaluate(dedicatedPrivilegedAccounts, tenant({ roleAssignments: roleOfGroup, ...members }))
  assert.deepEqual(result.affected?.items, ['alice@contoso.com'])
})

test('whoever only looks at reports, synchronises directories, or is disabled is no privileged user', () => {
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
    assert.match(result.limitations.join(' '), /synchronisation set aside: sync@/)
  }
})

test('a role holder who is not among the users keeps a check open', () => {
  const roleAssignments = [assignment(id(999), GLOBAL_ADMINISTRATOR)]
  assert.equal(verdict(dedicatedPrivilegedAccounts, { roleAssignments }), 'no_visibility')
})
