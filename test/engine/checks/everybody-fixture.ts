import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../snapshot-builder.ts'
import {
  ALICE,
  CRM,
  EXCEPTIONS,
  id,
  type PolicyParts,
  policy,
  readable,
  STAFF,
  signingInWithout,
  UNREAD,
  user,
} from '../tenant-parts.ts'

export const BLOCK = { builtInControls: ['block'] }

/** Twenty people, so that one of them is 5%. */
const PEOPLE_IDS = Array.from({ length: 20 }, (_, n) => id(600 + n))
const PEOPLE = PEOPLE_IDS.map((each, n) => user(each, `person${n}`))

export function evaluate(
  check: Check,
  policies: readonly PolicyParts[],
  more: Values = {},
  breakGlass: string[] = [],
): CheckResult {
  const values = readable(policies.map(policy), { users: PEOPLE, ...signingInWithout(...PEOPLE_IDS), ...more })
  return check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })
}

const conditioned = (by: PolicyParts, conditions: object): PolicyParts => ({
  ...by,
  conditions: { ...by.conditions, ...conditions },
})

/** Tests a check that requires a policy for everybody; `by` is one that satisfies it. */
export function testPolicyOnEverybody(check: Check, by: PolicyParts): void {
  test(`${check.id}: a policy for everybody, all places and all resources is effective, and is the evidence`, () => {
    const result = evaluate(check, [by])
    assert.equal(result.verdict, 'effective', result.observed)
    assert.deepEqual(result.coverage, { n: 20, of: 20 })
    assert.ok(result.evidence.some(({ pointer }) => pointer === '/0'))
    assert.equal(result.affected, undefined)
    assert.equal(result.critical, undefined)
  })

  test(`${check.id}: without a policy it is ineffective, and everybody is named`, () => {
    const result = evaluate(check, [])
    assert.equal(result.verdict, 'ineffective')
    assert.deepEqual(result.coverage, { n: 0, of: 20 })
    assert.equal(result.affected?.total, 20)
  })

  test(`${check.id}: a report-only policy does not count, and is mentioned`, () => {
    const result = evaluate(check, [{ ...by, name: 'On trial', state: 'enabledForReportingButNotEnforced' }])
    assert.equal(result.verdict, 'ineffective')
    assert.match(result.observed, /Report-only policies enforce nothing; ‘On trial’ would cover 20 users/)
  })

  test(`${check.id}: excluded people are not covered, unless they are declared emergency access accounts`, () => {
    const excluding = [{ ...by, name: 'All but one', users: { excludeUsers: [id(600)] } }]
    const result = evaluate(check, excluding)
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.coverage, { n: 19, of: 20 })
    assert.deepEqual(result.affected?.items, ['person0@contoso.com'])
    assert.match(result.observed, /if ‘All but one’ did not exclude 1 account \(person0@contoso.com\)/)
    const declared = evaluate(check, excluding, {}, ['person0@contoso.com'])
    assert.equal(declared.verdict, 'effective')
    assert.match(declared.limitations.join(' '), /1 declared emergency access account excluded/)
  })

  test(`${check.id}: a policy that excludes locations, platforms or other risks does not count`, () => {
    for (const conditions of [
      { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      { locations: { includeLocations: [id(990)], excludeLocations: [] } },
      { platforms: { includePlatforms: ['windows', 'macOS'], excludePlatforms: [] } },
      { servicePrincipalRiskLevels: ['high'] },
      { insiderRiskLevels: 'elevated' },
    ]) {
      assert.equal(evaluate(check, [conditioned(by, conditions)]).verdict, 'ineffective', JSON.stringify(conditions))
    }
  })

  test(`${check.id}: two policies that together exclude nothing are effective`, () => {
    const inside = conditioned(by, { locations: { includeLocations: ['AllTrusted'], excludeLocations: [] } })
    const outside = conditioned(by, { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } })
    assert.equal(evaluate(check, [inside, outside]).verdict, 'effective')
  })

  test(`${check.id}: an unread group means no visibility, and the missing permission is named`, () => {
    const users = { includeUsers: [], includeGroups: [UNREAD] }
    const result = evaluate(check, [{ ...by, users }], { [`groupMembers/${UNREAD}`]: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(' '), /grant GroupMember\.Read\.All/)
  })

  test(`${check.id}: a policy for some groups covers only those people`, () => {
    const users = { includeUsers: [], includeGroups: [STAFF], excludeGroups: [EXCEPTIONS] }
    const result = evaluate(check, [{ ...by, users }], { users: [...PEOPLE.slice(1), user(ALICE, 'alice')] })
    assert.deepEqual(result.coverage, { n: 1, of: 20 })
  })

  test(`${check.id}: unread policies mean no visibility, and the missing permission is named`, () => {
    const result = evaluate(check, [], { conditionalAccessPolicies: refused(), securityDefaults: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant Policy\.Read\.All/)
    const people = evaluate(check, [by], { users: refused() })
    assert.equal(people.verdict, 'no_visibility')
    assert.match(people.observed, /grant User\.Read\.All/)
  })

  test(`${check.id}: without a licence for conditional access it is not licensed`, () => {
    const more = { conditionalAccessPolicies: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(evaluate(check, [], { ...more, securityDefaults: { isEnabled: false } }).verdict, 'not_licensed')
  })
}

/** Tests that the policy must cover all applications. */
export function testAllApplications(check: Check, by: PolicyParts): void {
  test(`${check.id}: it is not effective if an application is excluded for everybody`, () => {
    const result = evaluate(check, [{ ...by, applications: { excludeApplications: [CRM] } }])
    assert.equal(result.verdict, 'partial')
    assert.match(result.observed, /Left out by exclusion: .* for 20 users/)
    const few = evaluate(check, [{ ...by, applications: { includeApplications: ['Office365'] } }])
    assert.equal(few.verdict, 'ineffective')
  })
}

export function testSecurityDefaults(check: Check, verdict: CheckResult['verdict']): void {
  test(`${check.id}: security defaults are ${verdict}`, () => {
    assert.equal(evaluate(check, [], { securityDefaults: { isEnabled: true } }).verdict, verdict)
  })
}
