import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tallyEverybody } from '../../../src/engine/readers/conditional-access/coverage.ts'
import { explainOpen } from '../../../src/engine/readers/conditional-access/explanations.ts'
import {
  type AccessDemand,
  LEGACY_SHUT,
  PHISHING_RESISTANT_FACTOR,
  SECOND_FACTOR,
} from '../../../src/engine/readers/conditional-access/policies.ts'
import { HIGH_RISK_USER, UNMANAGED_DEVICE } from '../../../src/engine/readers/conditional-access/situations.ts'
import { PARAMETERS, tenantOf, type Values } from '../snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  BERTA,
  BOB,
  EVE,
  EXCEPTIONS,
  id,
  type PolicyParts,
  perUser,
  policy,
  RESISTANT,
  readable,
  STAFF,
  strength,
  WEAK_STRENGTH,
} from '../tenant-parts.ts'

/** Why people are not covered, in one text. */
function explain(policies: readonly PolicyParts[], demand: AccessDemand = SECOND_FACTOR, more: Values = {}): string {
  const off = { ...perUser('disabled', ALICE, BOB, BERTA, ADAM, EVE), ...more }
  const tenant = tenantOf(readable(policies.map(policy), off))
  const tallied = tallyEverybody(tenant, PARAMETERS, demand, '')
  assert.ok(tallied.ok)
  return explainOpen(tenant, demand, tallied.tally.open, []).join(' ')
}

const BLOCK = { builtInControls: ['block'] }
const REGISTRATION = { includeApplications: [], includeUserActions: ['urn:user:registerdevice'] }

const ROWS: [when: string, policies: PolicyParts[], expected: RegExp, demand?: AccessDemand][] = [
  [
    'nothing demands it',
    [],
    /^5 users are not included by any policy that demands this: alice@\S+, bob@\S+, berta\S+ and 2 more\.$/,
  ],
  [
    'some are not included',
    [{ users: { includeUsers: [], includeGroups: [STAFF] } }],
    /^3 users are not included by any policy that demands this: berta\S+, adam@\S+, eve@\S+\.$/,
  ],
  [
    'a compliant device is accepted instead',
    [{ name: 'Either', grant: { builtInControls: ['mfa', 'compliantDevice'] } }],
    /^‘Either’ counts only in part: it accepts a compliant device instead\.$/,
  ],
  [
    'a strength allows one factor',
    [{ name: 'Codes', grant: strength(WEAK_STRENGTH) }],
    /^‘Codes’ counts only in part: it asks only for the authentication strength ‘Codes’, which allows sms\.$/,
  ],
  [
    'any second factor is enough where a phishing-resistant one is required',
    [{ name: 'Any' }],
    /^‘Any’ counts only in part: it accepts any second factor\.$/,
    PHISHING_RESISTANT_FACTOR,
  ],
  [
    'any second factor is accepted instead of the strength',
    [{ name: 'Any', grant: { authenticationStrength: { id: RESISTANT } } }],
    /it accepts any second factor instead/,
    PHISHING_RESISTANT_FACTOR,
  ],
  [
    'a strength cannot be read',
    [{ grant: strength(id(399)) }],
    /it asks for an authentication strength that could not be read/,
  ],
  [
    'a named location is excluded',
    [{ conditions: { locations: { includeLocations: ['All'], excludeLocations: [id(60)] } } }],
    /^‘MFA for all’ counts only in part: it leaves out trusted or named locations\.$/,
  ],
  [
    'only a named location is included',
    [{ conditions: { locations: { includeLocations: [id(60)], excludeLocations: [] } } }],
    /it covers only certain locations/,
  ],
  [
    'administration is excluded',
    [{ applications: { excludeApplications: ['MicrosoftAdminPortals'] } }],
    /it leaves out the Microsoft admin portals/,
  ],
  [
    'a policy is for device registration, which is not the reason',
    [{ name: 'Join', applications: REGISTRATION }],
    /^5 users are not included by any policy/,
  ],
  [
    'a policy is for agents, which is not the reason',
    [
      {
        name: 'Agents',
        applications: { includeApplications: ['AllAgentIdResources'] },
        conditions: { clientApplications: { includeAgentIdServicePrincipals: ['All'] } },
      },
    ],
    /^5 users are not included by any policy/,
  ],
  [
    'a policy blocks elsewhere, which is not the reason',
    [
      {
        name: 'Abroad',
        grant: { builtInControls: ['block'] },
        conditions: { locations: { includeLocations: [id(60)] } },
      },
    ],
    /^5 users are not included by any policy/,
  ],
  [
    'some are excluded and some accept less',
    [
      { name: 'Strict', users: { excludeGroups: [STAFF] } },
      {
        name: 'Staff',
        users: { includeUsers: [], includeGroups: [STAFF] },
        grant: { builtInControls: ['mfa', 'compliantDevice'] },
      },
    ],
    /^Everybody would be covered if ‘Strict’ did not exclude 2 accounts \(\S+ \S+\)\. ‘Staff’ counts only in part: it accepts a compliant device/,
  ],
  [
    'some are excluded from a policy that falls short anyway',
    [{ name: 'Loose', users: { excludeGroups: [STAFF] }, grant: { builtInControls: ['mfa', 'compliantDevice'] } }],
    /^‘Loose’ excludes 2 accounts \(\S+ \S+\)\. ‘Loose’ counts only in part/,
  ],
  [
    'some are excluded from several policies that fall short anyway',
    ['A', 'B', 'C'].map((name) => ({
      name,
      users: { excludeGroups: [STAFF] },
      grant: { builtInControls: ['mfa', 'compliantDevice'] },
    })),
    /^‘A’, ‘B’ and 1 other policy between them exclude 2 accounts \(\S+ \S+\)\. ‘A’ counts only in part/,
  ],
  [
    'a policy at risk asks for a second factor instead of blocking',
    [{ name: 'Risk', conditions: { userRiskLevels: ['high'] } }],
    /^‘Risk’ counts only in part: it accepts any second factor\.$/,
    HIGH_RISK_USER,
  ],
  [
    'a second factor is accepted instead of a managed device',
    [{ name: 'Either', grant: { builtInControls: ['mfa', 'compliantDevice'] } }],
    /^‘Either’ counts only in part: it accepts any second factor instead\.$/,
    UNMANAGED_DEVICE,
  ],
  [
    'a policy asks for a second factor and nothing about devices, which is not the reason',
    [{ name: 'Any' }],
    /^5 users are not included by any policy/,
    UNMANAGED_DEVICE,
  ],
  [
    'a policy blocks places or risks, which is not the reason for legacy clients',
    [
      { name: 'Abroad', grant: BLOCK, conditions: { locations: { includeLocations: [id(60)] } } },
      { name: 'Risk', grant: BLOCK, conditions: { signInRiskLevels: ['high'] } },
    ],
    /^5 users are not included by any policy/,
    LEGACY_SHUT,
  ],
  [
    'some are excluded from a policy that blocks everything',
    [{ name: 'Closed', grant: BLOCK, users: { excludeGroups: [STAFF] } }],
    /^Everybody would be covered if ‘Closed’ did not exclude 2 accounts \(\S+ \S+\)\.$/,
  ],
  [
    'only some platforms and some resources are covered',
    [
      {
        name: 'Office',
        applications: { includeApplications: ['Office365'] },
        conditions: { platforms: { includePlatforms: ['windows'] } },
      },
    ],
    /^‘Office’ counts only in part: it covers only some device platforms and some resources\.$/,
  ],
  [
    'each of two controls would be enough for less',
    [{ name: 'Or', grant: { builtInControls: ['mfa', 'compliantDevice'] } }],
    /^‘Or’ counts only in part: it accepts any second factor or a compliant device\.$/,
    PHISHING_RESISTANT_FACTOR,
  ],
  [
    'one kind of legacy clients is blocked',
    [{ name: 'Other', grant: { builtInControls: ['block'] }, conditions: { clientAppTypes: ['other'] } }],
    /^‘Other’ counts only in part: it covers only one kind of legacy clients\.$/,
    LEGACY_SHUT,
  ],
]

for (const [when, policies, expected, demand] of ROWS) {
  test(`the result explains if ${when}`, () => assert.match(explain(policies, demand), expected))
}

test('people who are left out only once they join an excluded group are named as such', () => {
  const people = [EVE, BERTA].map((each) => ({ accessId: 'member', principalId: each, principal: {} }))
  const excluding = [{ name: 'MFA', users: { excludeGroups: [EXCEPTIONS] } }]
  assert.match(
    explain(excluding, SECOND_FACTOR, { [`groupEligibilities/${EXCEPTIONS}`]: people }),
    /^Everybody would be covered if ‘MFA’ did not exclude 3 accounts \(.*\)\. 2 of them can activate membership of an excluded group: berta\S+, eve\S+\.$/,
  )
  const eve = { [`groupMembers/${EXCEPTIONS}`]: [], [`groupEligibilities/${EXCEPTIONS}`]: people.slice(0, 1) }
  assert.match(
    explain(excluding, SECOND_FACTOR, eve),
    /if ‘MFA’ did not exclude 1 account \(eve\S+\)\. eve\S+ can activate membership of an excluded group\.$/,
  )
})

test('three policies that fall short are named, and the others counted', () => {
  const grant = { builtInControls: ['mfa', 'compliantDevice'] }
  const text = explain(['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, grant })))
  assert.match(text, /‘A’ .* ‘B’ .* ‘C’ .*2 more policies that apply fall short as well\.$/)
})
