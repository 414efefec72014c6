import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlyPrivilegedPhishingResistant } from '../../../../src/engine/checks/privileged-access/highly-privileged-phishing-resistant.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import { CRM, GLOBAL_ADMINISTRATOR, policy, RESISTANT, strength } from '../../tenant-parts.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { admin, evaluate, names, PEOPLE, ROLES, standing, testRoleHolders } from './highly-privileged-fixture.ts'

reachesEveryVerdict(highlyPrivilegedPhishingResistant)

test('a single administrator without a phishing-resistant factor makes it ineffective', () => {
  const excluding = (...excludeUsers: string[]): Values => ({
    conditionalAccessPolicies: [policy({ grant: strength(RESISTANT), users: { excludeUsers } })],
  })
  const result = evaluate(highlyPrivilegedPhishingResistant, excluding(admin(0)))
  assert.deepEqual(
    [result.verdict, result.coverage, result.affected?.items],
    ['ineffective', { n: 9, of: 10 }, names(0)],
  )
  assert.equal(result.critical, undefined)
  const max = evaluate(highlyPrivilegedPhishingResistant, excluding(...PEOPLE.map(admin)))
  assert.equal(max.verdict, 'ineffective')
  assert.equal(evaluate(highlyPrivilegedPhishingResistant, excluding(admin(0)), names(0)).verdict, 'effective')
})

test('an application that is excluded is partial, and an exception can name it', () => {
  const excluding = policy({ grant: strength(RESISTANT), applications: { excludeApplications: [CRM] } })
  const result = evaluate(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies: [excluding] })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, [`${CRM} (excluded application)`])
  assert.equal(result.allNamed, true)
})

test('a standing Global Administrator without a phishing-resistant factor is critical', () => {
  const weak = { conditionalAccessPolicies: [policy()], roleAssignments: [standing(0, GLOBAL_ADMINISTRATOR)] }
  const result = evaluate(highlyPrivilegedPhishingResistant, weak)
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'standing-global-admin-without-phishing-resistant-mfa')
})

test('a policy by role covers people who may activate that role, unless they may activate another one too', () => {
  const byRole = (...includeRoles: string[]): string => {
    const users = { includeUsers: [], includeRoles }
    const conditionalAccessPolicies = [policy({ grant: strength(RESISTANT), users })]
    return evaluate(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies }).verdict
  }
  assert.equal(byRole(...ROLES), 'effective')
  assert.equal(byRole(GLOBAL_ADMINISTRATOR), 'ineffective')
})

test('report-only policies, other factors and narrow policies do not count as phishing-resistant', () => {
  for (const parts of [
    { state: 'enabledForReportingButNotEnforced', grant: strength(RESISTANT) },
    { grant: { builtInControls: ['mfa'] } },
    {
      grant: strength(RESISTANT),
      conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
    },
    { grant: strength(RESISTANT), applications: { includeApplications: ['MicrosoftAdminPortals'] } },
  ]) {
    const conditionalAccessPolicies = [policy(parts)]
    assert.equal(evaluate(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies }).verdict, 'ineffective')
  }
  const unread = evaluate(highlyPrivilegedPhishingResistant, { conditionalAccessPolicies: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.observed, /grant Policy\.Read\.All/)
})

testRoleHolders(highlyPrivilegedPhishingResistant, 'effective')
