import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaPrivilegedUsers } from '../../../../src/engine/checks/mfa/mfa-privileged-users.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BOB,
  CRM,
  EVE,
  GLOBAL_ADMINISTRATOR,
  id,
  perUser,
  policy,
  readable,
  STAFF,
  SYNCHRONISATION,
  UNREAD,
  USER_ADMINISTRATOR,
} from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { crowd, crowded } from './fixture.ts'

reachesEveryVerdict(mfaPrivilegedUsers)

test('a synchronisation account without a registered factor is ignored, whether or not a policy covers it', () => {
  const registered = (person: string, isMfaRegistered: boolean) => ({ id: person, isMfaRegistered })
  const values = {
    roleAssignments: [assignment(ADAM, SYNCHRONISATION), assignment(ALICE, USER_ADMINISTRATOR)],
    roleEligibilities: [],
    directoryRoles: [],
    registrationDetails: [registered(ADAM, false), registered(ALICE, true)],
  }
  for (const users of [{}, { excludeUsers: [ADAM] }]) {
    const result = evaluate(mfaPrivilegedUsers, readable([policy({ users })], values))
    assert.equal(result.verdict, 'effective')
    assert.deepEqual(result.coverage, { n: 1, of: 1 })
    assert.match(result.limitations.join(' '), /1 directory synchronisation account excluded: adam@/)
  }
})

test('role holders who are covered and registered are effective', () => {
  const result = evaluate(mfaPrivilegedUsers, readable([policy()]))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
})

test('one privileged user without a second factor is critical', () => {
  const result = evaluate(mfaPrivilegedUsers, readable([policy({ users: { excludeUsers: [ADAM] } })]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'privileged-user-without-mfa')
  assert.deepEqual(result.affected, { items: ['adam@contoso.com'], total: 1 })
})

test('one uncovered role holder of a hundred is ineffective and critical, however small the share', () => {
  const values = crowded([policy({ users: { excludeUsers: [id(1000)] } })], {
    roleAssignments: crowd().map((_, index) => assignment(id(1000 + index), USER_ADMINISTRATOR)),
    registrationDetails: crowd().map((_, index) => ({ id: id(1000 + index), isMfaRegistered: true })),
  })
  const result = evaluate(mfaPrivilegedUsers, values)
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected, { items: ['user0@contoso.com'], total: 1 })
  assert.equal(result.critical, 'privileged-user-without-mfa')
})

test('a privileged user who is covered but registered nothing fails', () => {
  const registrationDetails = [
    { id: ADAM, isMfaRegistered: false },
    { id: EVE, isMfaRegistered: true },
  ]
  const result = evaluate(mfaPrivilegedUsers, readable([policy()], { registrationDetails }))
  assert.equal(result.critical, 'privileged-user-without-mfa')
  assert.match(result.observed, /Nothing is registered for adam/)
})

test('a policy by role covers people who may activate that role, but not those who may activate another', () => {
  const byRole = (role: string) => policy({ users: { includeUsers: [], includeRoles: [role] } })
  const values = (policies: object[]) => readable(policies, { roleAssignments: [], ...perUser('disabled', EVE) })
  assert.equal(evaluate(mfaPrivilegedUsers, values([byRole(USER_ADMINISTRATOR)])).verdict, 'effective')
  assert.equal(evaluate(mfaPrivilegedUsers, values([byRole(GLOBAL_ADMINISTRATOR)])).verdict, 'ineffective')
})

test('members of a group with a role are privileged; an unread group means no visibility', () => {
  const byGroup = (group: string) => [
    assignment(group, USER_ADMINISTRATOR, { principal: { '@odata.type': '#microsoft.graph.group', id: group } }),
  ]
  const excluding = policy({ users: { excludeUsers: [BOB] } })
  const failed = evaluate(mfaPrivilegedUsers, readable([excluding], { roleAssignments: byGroup(STAFF) }))
  assert.equal(failed.critical, 'privileged-user-without-mfa')
  const open = evaluate(mfaPrivilegedUsers, readable([policy()], { roleAssignments: byGroup(UNREAD) }))
  assert.equal(open.verdict, 'no_visibility')
})

test('without a licence for role management the members of roles are read instead', () => {
  const more = {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
  }
  const result = evaluate(mfaPrivilegedUsers, readable([policy()], more))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 1, of: 1 })
})

test('a role with as many members as the API expands may have more', () => {
  const members = crowd(20).map((_, index) => ({ '@odata.type': '#microsoft.graph.user', id: id(1000 + index) }))
  const values = crowded([policy()], {
    subscribedSkus: skus('AAD_PREMIUM'),
    roleAssignments: refused(400),
    roleEligibilities: refused(400),
    directoryRoles: [{ roleTemplateId: USER_ADMINISTRATOR, members }],
    registrationDetails: crowd().map((_, index) => ({ id: id(1000 + index), isMfaRegistered: true })),
  })
  assert.equal(evaluate(mfaPrivilegedUsers, values).verdict, 'no_visibility')
})

test('unread roles, eligibilities or registrations mean no visibility', () => {
  for (const more of [
    { roleAssignments: refused(), directoryRoles: refused() },
    { roleEligibilities: refused() },
    { registrationDetails: refused() },
    { users: refused() },
  ]) {
    assert.equal(evaluate(mfaPrivilegedUsers, readable([policy()], more)).verdict, 'no_visibility')
  }
})

test('an application that is excluded for administrators makes it partial, and an exception can name it', () => {
  const excluding = policy({ applications: { excludeApplications: [CRM] } })
  const servicePrincipals = [{ appId: CRM, displayName: 'CRM' }]
  const result = evaluate(mfaPrivilegedUsers, readable([excluding], { servicePrincipals }))
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected, { items: ['CRM (excluded application)'], total: 1 })
  assert.equal(result.allNamed, true)
  assert.equal(result.critical, undefined)
})

test('excluding an administration command line leaves administrators uncovered', () => {
  const excludeApplications = ['14d82eec-204b-4c2f-b7e8-296a70dab67e']
  const result = evaluate(mfaPrivilegedUsers, readable([policy({ applications: { excludeApplications } })]))
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.observed, /leaves out Microsoft Graph Command Line Tools/)
})

test('an eligible role that a policy excludes counts as if it were active', () => {
  const excluding = policy({ users: { excludeRoles: [USER_ADMINISTRATOR] } })
  const result = evaluate(mfaPrivilegedUsers, readable([excluding]))
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected, { items: ['eve@contoso.com'], total: 1 })
})

test('security defaults ask only the administrators on Microsoft’s list every time', () => {
  const more = { securityDefaults: { isEnabled: true }, roleEligibilities: [] }
  assert.equal(evaluate(mfaPrivilegedUsers, readable([], more)).verdict, 'effective')
  const TEAMS_ADMINISTRATOR = '69091246-20e8-4a56-aa4d-066075b2a7a8'
  const roleAssignments = [assignment(ADAM, GLOBAL_ADMINISTRATOR), assignment(ALICE, TEAMS_ADMINISTRATOR)]
  const result = evaluate(mfaPrivilegedUsers, readable([], { ...more, roleAssignments }))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /This applies to alice@contoso\.com/)
})

test('a person whose only role can read reports is not an administrator', () => {
  const REPORTS_READER = '4a5d8f65-41da-4de4-8968-e035b65339cf'
  const roleAssignments = [assignment(ADAM, GLOBAL_ADMINISTRATOR), assignment(ALICE, REPORTS_READER)]
  const values = readable([policy({ users: { excludeUsers: [ALICE] } })], { roleAssignments })
  assert.equal(evaluate(mfaPrivilegedUsers, values).verdict, 'effective')
})
