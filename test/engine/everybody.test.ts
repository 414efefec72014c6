import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeFlowBlocked } from '../../src/engine/checks/device-code-flow.ts'
import { legacyAuthenticationBlocked } from '../../src/engine/checks/legacy-authentication.ts'
import { managedDeviceRegistration, managedDeviceSignIn } from '../../src/engine/checks/managed-device-sign-in.ts'
import { mfaEnforced } from '../../src/engine/checks/mfa-enforced.ts'
import { highRiskSignInsBlocked, highRiskUsersBlocked } from '../../src/engine/checks/risky-sign-ins.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'
import {
  ALICE,
  CRM,
  EXCEPTIONS,
  id,
  type PolicyParts,
  policy,
  RESISTANT,
  readable,
  STAFF,
  strength,
  UNREAD,
  user,
} from './tenant-parts.ts'

/** What Entra's conditional access holds everybody to: second factors, and sign-ins of one kind that are shut out. */

const BLOCK = { builtInControls: ['block'] }
const MANAGED = { builtInControls: ['compliantDevice', 'domainJoinedDevice'] }
const REGISTRATION = { includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] }

/** Each check with the policy that satisfies it. */
const SATISFIED: readonly { check: Check; by: PolicyParts }[] = [
  {
    check: legacyAuthenticationBlocked,
    by: { conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: BLOCK },
  },
  { check: mfaEnforced, by: {} },
  { check: highRiskUsersBlocked, by: { conditions: { userRiskLevels: ['high'] }, grant: BLOCK } },
  { check: highRiskSignInsBlocked, by: { conditions: { signInRiskLevels: ['high', 'medium'] }, grant: BLOCK } },
  {
    check: deviceCodeFlowBlocked,
    by: {
      conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' } },
      grant: BLOCK,
    },
  },
  { check: managedDeviceSignIn, by: { grant: MANAGED } },
  { check: managedDeviceRegistration, by: { applications: REGISTRATION, grant: MANAGED } },
]

/** Twenty people, so that one of them is 5 %. */
const PEOPLE = Array.from({ length: 20 }, (_, n) => user(id(600 + n), `person${n}`))

function judge(
  check: Check,
  policies: readonly PolicyParts[],
  more: Values = {},
  breakGlass: string[] = [],
): CheckResult {
  const values = readable(policies.map(policy), { users: PEOPLE, registrationDetails: [], ...more })
  return check.evaluate(tenantOf(values), { ...PARAMETERS, breakGlass })
}

const conditioned = (by: PolicyParts, conditions: object): PolicyParts => ({
  ...by,
  conditions: { ...by.conditions, ...conditions },
})

for (const { check, by } of SATISFIED) {
  test(`${check.id}: a policy for everybody, everywhere and everything is effective, and is the evidence`, () => {
    const result = judge(check, [by])
    assert.equal(result.verdict, 'effective', result.observed)
    assert.deepEqual(result.coverage, { n: 20, of: 20 })
    assert.ok(result.evidence.some(({ pointer }) => pointer === '/0'))
    assert.equal(result.affected, undefined)
    assert.equal(result.critical, undefined)
  })

  test(`${check.id}: without a policy it is ineffective for all, by name`, () => {
    const result = judge(check, [])
    assert.equal(result.verdict, 'ineffective')
    assert.deepEqual(result.coverage, { n: 0, of: 20 })
    assert.equal(result.affected?.total, 20)
  })

  test(`${check.id}: a report-only policy does not count, and is told of`, () => {
    const result = judge(check, [{ ...by, name: 'On trial', state: 'enabledForReportingButNotEnforced' }])
    assert.equal(result.verdict, 'ineffective')
    assert.match(result.observed, /Report-only policies enforce nothing; ‘On trial’ would cover 20 users/)
  })

  test(`${check.id}: who is excluded is not covered, unless declared for emergencies`, () => {
    const excluding = [{ ...by, name: 'All but one', users: { excludeUsers: [id(600)] } }]
    const result = judge(check, excluding)
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.coverage, { n: 19, of: 20 })
    assert.deepEqual(result.affected?.items, ['person0@contoso.com'])
    assert.match(result.observed, /1 excluded account \(person0@contoso.com\), left out by ‘All but one’/)
    const declared = judge(check, excluding, {}, ['person0@contoso.com'])
    assert.equal(declared.verdict, 'effective')
    assert.match(declared.limitations.join(' '), /1 declared emergency access account was set aside/)
  })

  test(`${check.id}: a policy that leaves out locations, platforms or other risks does not count`, () => {
    for (const conditions of [
      { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      { locations: { includeLocations: [id(990)], excludeLocations: [] } },
      { platforms: { includePlatforms: ['windows', 'macOS'], excludePlatforms: [] } },
      { servicePrincipalRiskLevels: ['high'] },
      { insiderRiskLevels: 'elevated' },
    ]) {
      assert.equal(judge(check, [conditioned(by, conditions)]).verdict, 'ineffective', JSON.stringify(conditions))
    }
  })

  test(`${check.id}: two policies that leave nothing out together are effective`, () => {
    const inside = conditioned(by, { locations: { includeLocations: ['AllTrusted'], excludeLocations: [] } })
    const outside = conditioned(by, { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } })
    assert.equal(judge(check, [inside, outside]).verdict, 'effective')
  })

  test(`${check.id}: a group that could not be read leaves its people open, and says whom it takes to read it`, () => {
    const users = { includeUsers: [], includeGroups: [UNREAD] }
    const result = judge(check, [{ ...by, users }], { [`groupMembers/${UNREAD}`]: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(' '), /grant GroupMember\.Read\.All/)
  })

  test(`${check.id}: a policy for some groups covers those people alone`, () => {
    const users = { includeUsers: [], includeGroups: [STAFF], excludeGroups: [EXCEPTIONS] }
    const result = judge(check, [{ ...by, users }], { users: [...PEOPLE.slice(1), user(ALICE, 'alice')] })
    assert.deepEqual(result.coverage, { n: 1, of: 20 })
  })

  test(`${check.id}: policies that may not be read leave it open and name the permission`, () => {
    const result = judge(check, [], { conditionalAccessPolicies: refused(), securityDefaults: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, /grant Policy\.Read\.All/)
    const people = judge(check, [by], { users: refused() })
    assert.equal(people.verdict, 'no_visibility')
    assert.match(people.observed, /grant User\.Read\.All/)
  })

  test(`${check.id}: without a licence for conditional access it is not licensed`, () => {
    const more = { conditionalAccessPolicies: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(judge(check, [], { ...more, securityDefaults: { isEnabled: false } }).verdict, 'not_licensed')
  })
}

for (const { check, by } of SATISFIED.filter((row) => row.check !== managedDeviceRegistration)) {
  test(`${check.id}: an application that is left out for all keeps it from being effective`, () => {
    const result = judge(check, [{ ...by, applications: { excludeApplications: [CRM] } }])
    assert.equal(result.verdict, 'partial')
    assert.match(result.observed, /Left out by exclusion: .* for 20 users/)
    const few = judge(check, [{ ...by, applications: { includeApplications: ['Office365'] } }])
    assert.equal(few.verdict, 'ineffective')
  })
}

test('security defaults ask for second factors and shut legacy clients out, and nothing else', () => {
  const verdicts = SATISFIED.map(({ check }) => judge(check, [], { securityDefaults: { isEnabled: true } }).verdict)
  assert.deepEqual(verdicts, ['effective', 'effective', ...Array(5).fill('ineffective')])
})

test('open legacy clients are critical, in part as well', () => {
  const [legacy] = SATISFIED
  assert.equal(judge(legacyAuthenticationBlocked, []).critical, 'legacy-authentication-open')
  const partly = judge(legacyAuthenticationBlocked, [{ ...legacy?.by, users: { excludeUsers: [id(600)] } }])
  assert.equal(partly.critical, 'legacy-authentication-open')
})

test('to ask legacy clients for a second factor shuts them out', () => {
  assert.equal(judge(legacyAuthenticationBlocked, [{}]).verdict, 'effective')
  const someClients = { conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  assert.equal(judge(legacyAuthenticationBlocked, [someClients]).verdict, 'ineffective')
})

test('a phishing-resistant factor is a second factor too, and legacy clients are not its matter', () => {
  const modern = { conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } }
  assert.equal(judge(mfaEnforced, [{ ...modern, grant: strength(RESISTANT) }]).verdict, 'effective')
})

test('at high risk only a block counts, and only one that high risk is among', () => {
  for (const [check, condition] of [
    [highRiskUsersBlocked, 'userRiskLevels'],
    [highRiskSignInsBlocked, 'signInRiskLevels'],
  ] as const) {
    const at = (levels: string[], grant: object): string =>
      judge(check, [{ conditions: { [condition]: levels }, grant }]).verdict
    assert.equal(at(['high'], { builtInControls: ['mfa', 'passwordChange'], operator: 'AND' }), 'ineffective')
    assert.equal(at(['medium', 'low'], BLOCK), 'ineffective')
    assert.equal(at(['low', 'medium', 'high'], BLOCK), 'effective')
  }
})

test('risk of the user and of the sign-in are two things, and both at once is neither', () => {
  const both = { conditions: { userRiskLevels: ['high'], signInRiskLevels: ['high'] }, grant: BLOCK }
  assert.equal(judge(highRiskUsersBlocked, [both]).verdict, 'ineffective')
  assert.equal(judge(highRiskSignInsBlocked, [both]).verdict, 'ineffective')
  const user = { conditions: { userRiskLevels: ['high'] }, grant: BLOCK }
  assert.equal(judge(highRiskSignInsBlocked, [user]).verdict, 'ineffective')
})

test('without a licence that tells risk, a policy about risk is neither a pass nor a failure', () => {
  for (const { check, by } of SATISFIED.slice(2, 4)) {
    for (const policies of [[by], []]) {
      const result = judge(check, policies, { subscribedSkus: skus('AAD_PREMIUM') })
      assert.equal(result.verdict, 'not_licensed')
      assert.match(result.observed, /AAD_PREMIUM_P2/)
    }
    const unread = judge(check, [by], { subscribedSkus: refused() })
    assert.equal(unread.verdict, 'no_visibility')
    assert.match(unread.observed, /grant Organization\.Read\.All/)
  }
})

test('a policy for another flow than the device code does not block that one', () => {
  for (const transferMethods of ['authenticationTransfer', 'none', '']) {
    const result = judge(deviceCodeFlowBlocked, [{ conditions: { authenticationFlows: { transferMethods } } }])
    assert.equal(result.verdict, 'ineffective', transferMethods)
  }
})

test('a second factor instead of a managed device is not a managed device', () => {
  const either = { builtInControls: ['compliantDevice', 'mfa'], operator: 'OR' }
  const both = { builtInControls: ['compliantDevice', 'mfa'], operator: 'AND' }
  for (const [grant, verdict] of [
    [either, 'ineffective'],
    [both, 'effective'],
  ] as const) {
    assert.equal(judge(managedDeviceSignIn, [{ grant }]).verdict, verdict)
    assert.equal(judge(managedDeviceRegistration, [{ applications: REGISTRATION, grant }]).verdict, verdict)
  }
})

test('a block that spares only managed devices asks for one, and a grant that a filter narrows does not', () => {
  const filter = (rule: string): object => ({ devices: { deviceFilter: { mode: 'exclude', rule } } })
  const spares = filter('device.isCompliant -eq True -or device.trustType -eq "ServerAD"')
  assert.equal(judge(managedDeviceSignIn, [{ conditions: spares, grant: BLOCK }]).verdict, 'effective')
  assert.equal(judge(managedDeviceSignIn, [{ conditions: spares, grant: MANAGED }]).verdict, 'ineffective')
})

test('a policy for all resources does not meet registration, nor one for registration the resources', () => {
  assert.equal(judge(managedDeviceRegistration, [{ grant: MANAGED }]).verdict, 'ineffective')
  assert.equal(judge(managedDeviceSignIn, [{ applications: REGISTRATION, grant: MANAGED }]).verdict, 'ineffective')
  assert.equal(judge(managedDeviceRegistration, [{ applications: REGISTRATION }]).verdict, 'ineffective')
})

test('a policy that singles out what is asked about and leaves sign-ins out is told of', () => {
  const narrow = { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } }
  const by = { name: 'Risk abroad', conditions: { userRiskLevels: ['high'], ...narrow }, grant: BLOCK }
  const legacy = { name: 'No legacy', conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  const { observed } = judge(highRiskUsersBlocked, [by, legacy])
  assert.match(observed, /‘Risk abroad’ does not count in full: it leaves out trusted or named locations/)
  assert.doesNotMatch(observed, /No legacy/)
})
