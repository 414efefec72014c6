import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaPhishingResistant } from '../../../../src/engine/checks/mfa/mfa-phishing-resistant.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import {
  ADAM,
  assignment,
  BOB,
  GLOBAL_ADMINISTRATOR,
  id,
  policy,
  RESISTANT,
  readable,
  STAFF,
  strength,
} from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { crowded, resistant } from './fixture.ts'

reachesEveryVerdict(mfaPhishingResistant)

test('a phishing-resistant strength for everybody is effective', () => {
  const result = evaluate(mfaPhishingResistant, readable([resistant]))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /5 of 5 users registered a phishing-resistant method/)
})

test('a standing Global Administrator without a phishing-resistant method is critical and named first', () => {
  const result = evaluate(mfaPhishingResistant, readable([policy()]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
  assert.equal(result.affected?.items[0], 'adam@contoso.com')
})

test('a Global Administrator by activation or for a time is not standing', () => {
  for (const more of [{ assignmentType: 'Activated' }, { endDateTime: '2026-12-31T00:00:00Z' }]) {
    const roleAssignments = [assignment(ADAM, GLOBAL_ADMINISTRATOR, more)]
    assert.equal(evaluate(mfaPhishingResistant, readable([policy()], { roleAssignments })).critical, undefined)
  }
  const endless = [assignment(ADAM, GLOBAL_ADMINISTRATOR, { endDateTime: '0001-01-01T00:00:00Z' })]
  const result = evaluate(mfaPhishingResistant, readable([policy()], { roleAssignments: endless }))
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('a pilot is partial, and ineffective while a standing administrator is excluded', () => {
  const pilot = policy({ users: { excludeUsers: [BOB] }, grant: strength(RESISTANT) })
  assert.equal(evaluate(mfaPhishingResistant, readable([pilot])).verdict, 'partial')
  const excluding = policy({ users: { excludeUsers: [id(1000)] }, grant: strength(RESISTANT) })
  const roleAssignments = [assignment(id(1000), GLOBAL_ADMINISTRATOR)]
  const result = evaluate(mfaPhishingResistant, crowded([excluding], { roleAssignments }))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('if the administrators are unknown, the verdict is unknown only while somebody is uncovered', () => {
  const lost = { roleAssignments: refused(), directoryRoles: refused() }
  const excluding = policy({ users: { excludeUsers: [id(1000)] }, grant: strength(RESISTANT) })
  assert.equal(evaluate(mfaPhishingResistant, crowded([excluding])).verdict, 'partial')
  const unsure = evaluate(mfaPhishingResistant, crowded([excluding], lost))
  assert.equal(unsure.verdict, 'no_visibility')
  assert.match(unsure.limitations.join(' '), /Who is a Global Administrator is not known/)
  assert.equal(evaluate(mfaPhishingResistant, crowded([resistant], lost)).verdict, 'effective')
})

test('a standing administrator who may be in an unread excluded group prevents a pass', () => {
  const excluding = policy({ users: { excludeGroups: [STAFF] }, grant: strength(RESISTANT) })
  const crowdWithAdmin = (groupMembers: unknown): Values =>
    crowded([excluding], {
      roleAssignments: [assignment(id(1000), GLOBAL_ADMINISTRATOR)],
      [`groupMembers/${STAFF}`]: groupMembers,
    })
  const members = [{ '@odata.type': '#microsoft.graph.user', id: id(1000) }]
  assert.equal(evaluate(mfaPhishingResistant, crowdWithAdmin(members)).verdict, 'ineffective')
  assert.equal(evaluate(mfaPhishingResistant, crowdWithAdmin(refused())).verdict, 'no_visibility')
})

test('security defaults do not require a phishing-resistant factor', () => {
  const more = { securityDefaults: { isEnabled: true } }
  assert.equal(evaluate(mfaPhishingResistant, readable([], more)).verdict, 'ineffective')
})

test('unread policies mean no visibility', () => {
  assert.equal(
    evaluate(mfaPhishingResistant, readable([], { conditionalAccessPolicies: refused() })).verdict,
    'no_visibility',
  )
})
