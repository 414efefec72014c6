import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { incidentTriage } from '../../../src/engine/checks/logging/incident-triage.ts'
import { mfaEventsLogged } from '../../../src/engine/checks/logging/mfa-events-logged.ts'
import { workstationLogTriage } from '../../../src/engine/checks/logging/workstation-log-triage.ts'
import { mfaAllUsers } from '../../../src/engine/checks/mfa/mfa-all-users.ts'
import { mfaDataRepositories } from '../../../src/engine/checks/mfa/mfa-data-repositories.ts'
import { mfaFactors } from '../../../src/engine/checks/mfa/mfa-factors.ts'
import { mfaPhishingResistant } from '../../../src/engine/checks/mfa/mfa-phishing-resistant.ts'
import { mfaPhishingResistantDataRepositories } from '../../../src/engine/checks/mfa/mfa-phishing-resistant-data-repositories.ts'
import { mfaPrivilegedUsers } from '../../../src/engine/checks/mfa/mfa-privileged-users.ts'
import { mfaThirdPartyServices } from '../../../src/engine/checks/mfa/mfa-third-party-services.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { TenantReading } from '../../../src/engine/model/tenant-reading.ts'
import { cohortsOf } from '../../../src/engine/readers/conditional-access/cohorts.ts'
import { type Tally, tallyEverybody } from '../../../src/engine/readers/conditional-access/coverage.ts'
import { reasonsOf } from '../../../src/engine/readers/conditional-access/explanations.ts'
import {
  type AccessDemand,
  LEGACY_SHUT,
  PHISHING_RESISTANT_FACTOR,
  SECOND_FACTOR,
} from '../../../src/engine/readers/conditional-access/policies.ts'
import { HIGH_RISK_USER, UNMANAGED_DEVICE } from '../../../src/engine/readers/conditional-access/situations.ts'
import { PARAMETERS, skus, tenantOf, type Values } from '../../engine/snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BERTA,
  BOB,
  CRM,
  EVE,
  EXCEPTIONS,
  GINA,
  GLOBAL_ADMINISTRATOR,
  INES,
  id,
  PAYROLL,
  policy,
  RESISTANT,
  readable,
  SHAREPOINT,
  STAFF,
  SYNCHRONISATION,
  strength,
  UNREAD,
  USER_ADMINISTRATOR,
  user,
  WEAK_STRENGTH,
} from '../../engine/tenant-parts.ts'

/** The checks that count people covered by conditional access. */
const COUNTING = [mfaAllUsers, mfaDataRepositories, mfaPhishingResistantDataRepositories, mfaPhishingResistant]
const CHECKS = [
  ...COUNTING,
  mfaThirdPartyServices,
  mfaPrivilegedUsers,
  mfaFactors,
  mfaEventsLogged,
  incidentTriage,
  workstationLogTriage,
]

const PEOPLE = [ALICE, BOB, GINA, INES, BERTA, ADAM, EVE]
const GROUPS = [STAFF, EXCEPTIONS, UNREAD]
const ROLES = [GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR, SYNCHRONISATION]
const RESOURCES = [CRM, PAYROLL, SHAREPOINT, 'Office365', 'MicrosoftAdminPortals']
const ANY_GUEST = { guestOrExternalUserTypes: 'internalGuest,b2bCollaborationGuest' }

/** An exclusion: its place in a policy and what it adds. */
interface Exclusion {
  part: 'users' | 'applications' | 'locations' | 'platforms'
  field: string
  value: string | object
}

const exclusions: fc.Arbitrary<Exclusion> = fc.oneof(
  fc
    .constantFrom(...PEOPLE, 'GuestsOrExternalUsers')
    .map((value) => ({ part: 'users' as const, field: 'excludeUsers', value })),
  fc.constantFrom(...GROUPS).map((value) => ({ part: 'users' as const, field: 'excludeGroups', value })),
  fc.constantFrom(...ROLES).map((value) => ({ part: 'users' as const, field: 'excludeRoles', value })),
  fc.constant({ part: 'users' as const, field: 'excludeGuestsOrExternalUsers', value: ANY_GUEST }),
  fc
    .constantFrom(...RESOURCES)
    .map((value) => ({ part: 'applications' as const, field: 'excludeApplications', value })),
  fc
    .constantFrom('AllTrusted', id(60))
    .map((value) => ({ part: 'locations' as const, field: 'excludeLocations', value })),
  fc
    .constantFrom('iOS', 'linux', 'spectacles')
    .map((value) => ({ part: 'platforms' as const, field: 'excludePlatforms', value })),
)

interface Sketch {
  state: string
  include: object
  applications: string[]
  clientAppTypes: string[]
  locations: string[]
  platforms: string[]
  grant: object
  exclusions: Exclusion[]
}

const often = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) })

const sketches: fc.Arbitrary<Sketch> = fc.record({
  state: often('enabled', 'disabled', 'enabledForReportingButNotEnforced'),
  include: often<object>(
    { includeUsers: ['All'] },
    { includeUsers: [], includeGroups: [STAFF] },
    { includeUsers: [], includeGroups: [UNREAD] },
    { includeUsers: [], includeRoles: [GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR] },
    { includeUsers: [ALICE, 'GuestsOrExternalUsers'] },
  ),
  applications: often(['All'], ['Office365'], [CRM], [SHAREPOINT, PAYROLL]),
  clientAppTypes: often(['all'], ['browser'], ['mobileAppsAndDesktopClients'], ['exchangeActiveSync', 'other']),
  locations: often(['All'], ['AllTrusted']),
  platforms: often(['all'], ['iOS'], ['linux', 'windows']),
  grant: often<object>(
    { builtInControls: ['mfa'] },
    { builtInControls: ['block'] },
    { builtInControls: ['mfa', 'compliantDevice'] },
    strength(RESISTANT),
    strength(RESISTANT),
    strength(WEAK_STRENGTH),
    strength(id(399)),
  ),
  exclusions: fc.array(exclusions, { maxLength: 2 }),
})

function build(sketch: Sketch): object {
  const added = (part: Exclusion['part']): Record<string, unknown> => {
    const found: Record<string, unknown> = {}
    for (const { field, value } of sketch.exclusions.filter((exclusion) => exclusion.part === part)) {
      const before = found[field]
      found[field] = typeof value === 'string' ? [...(Array.isArray(before) ? before : []), value] : value
    }
    return found
  }
  return policy({
    state: sketch.state,
    users: { ...sketch.include, ...added('users') },
    applications: { includeApplications: sketch.applications, ...added('applications') },
    grant: sketch.grant,
    conditions: {
      clientAppTypes: sketch.clientAppTypes,
      locations: { includeLocations: sketch.locations, ...added('locations') },
      platforms: { includePlatforms: sketch.platforms, ...added('platforms') },
    },
  })
}

const roleSets = fc.uniqueArray(fc.record({ person: fc.constantFrom(...PEOPLE), role: fc.constantFrom(...ROLES) }), {
  maxLength: 4,
  selector: ({ person, role }) => person + role,
})

const tenants: fc.Arbitrary<Values> = fc
  .record({
    policies: fc.array(sketches, { maxLength: 4 }),
    active: roleSets,
    eligible: roleSets,
    groupRole: fc.constantFrom(undefined, USER_ADMINISTRATOR),
    registered: fc.array(fc.boolean(), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
    defaultsOn: fc.boolean(),
    smsAlone: fc.boolean(),
    plans: fc.constantFrom(['AAD_PREMIUM_P2', 'WINDEFATP'], ['AAD_PREMIUM_P2']),
    taken: fc.array(fc.boolean(), { maxLength: 4 }),
    signIn: fc.constantFrom('2026-02-28T00:00:00Z', '2025-02-28T00:00:00Z'),
  })
  .map((parts) => {
    const group = { '@odata.type': '#microsoft.graph.group', id: STAFF }
    const holdings = [
      ...parts.active.map(({ person, role }) => ({
        role,
        principal: { '@odata.type': '#microsoft.graph.user', id: person },
      })),
      ...(parts.groupRole === undefined ? [] : [{ role: parts.groupRole, principal: group }]),
    ]
    return readable(parts.policies.map(build), {
      subscribedSkus: skus(...parts.plans),
      // In a real tenant only one of the two can be in use.
      securityDefaults: { isEnabled: parts.defaultsOn && parts.policies.every((each) => each.state !== 'enabled') },
      roleAssignments: holdings.map(({ role, principal }) => assignment(principal.id, role, { principal })),
      roleEligibilities: parts.eligible.map(({ person, role }) => assignment(person, role)),
      directoryRoles: holdings.map(({ role, principal }) => ({ roleTemplateId: role, members: [principal] })),
      registrationDetails: PEOPLE.map((person, index) => ({
        id: person,
        isMfaRegistered: parts.registered[index],
        isMfaCapable: parts.registered[index],
        methodsRegistered: ['fido2'],
      })),
      servicePrincipals: [{ appId: CRM, preferredSingleSignOnMode: 'saml' }],
      authenticationMethodsPolicy: {
        authenticationMethodConfigurations: [
          { id: 'Fido2', state: 'enabled' },
          { id: 'Sms', state: 'enabled', includeTargets: [{ isUsableForSignIn: parts.smsAlone }] },
        ],
      },
      signIns: [{ createdDateTime: parts.signIn }],
      incidents: parts.taken.map((taken) => ({
        createdDateTime: '2026-01-01T00:00:00Z',
        status: taken ? 'resolved' : 'active',
      })),
    })
  })

const evaluate = (check: Check, values: Values): CheckResult => check.evaluate(tenantOf(values), PARAMETERS)
const isEffective = (check: Check, values: Values): boolean => evaluate(check, values).verdict === 'effective'

/** Share of people covered, 0 without any people; undefined while it is not known. */
function shareOf(check: Check, values: Values): number | undefined {
  const { coverage } = evaluate(check, values)
  return coverage && (coverage.of === 0 ? 0 : coverage.n / coverage.of)
}

function assertNoBetter(check: Check, before: Values, after: Values): void {
  const [earlier, later] = [shareOf(check, before), shareOf(check, after)]
  if (earlier !== undefined && later !== undefined) assert.ok(later <= earlier, `${check.id} covers more than before`)
  if (!isEffective(check, before)) assert.ok(!isEffective(check, after), `${check.id} became effective`)
}

const lists = fc.array(sketches, { minLength: 1, maxLength: 4 })

test('adding an exclusion to a policy never raises coverage', () => {
  fc.assert(
    fc.property(lists, fc.nat(), exclusions, (list, which, exclusion) => {
      const index = which % list.length
      const after = list.map((each, at) =>
        at === index ? { ...each, exclusions: [...each.exclusions, exclusion] } : each,
      )
      for (const check of [...COUNTING, mfaThirdPartyServices]) {
        const more = { servicePrincipals: [{ appId: CRM, preferredSingleSignOnMode: 'saml' }] }
        assertNoBetter(check, readable(list.map(build), more), readable(after.map(build), more))
      }
    }),
    { numRuns: 400 },
  )
})

test('turning a policy off, or to report-only, never raises coverage', () => {
  fc.assert(
    fc.property(
      lists,
      fc.nat(),
      fc.constantFrom('disabled', 'enabledForReportingButNotEnforced'),
      (list, which, state) => {
        const index = which % list.length
        const after = list.map((each, at) => (at === index ? { ...each, state } : each))
        for (const check of COUNTING) assertNoBetter(check, readable(list.map(build)), readable(after.map(build)))
      },
    ),
    { numRuns: 400 },
  )
})

test('shuffling the policies changes nothing', () => {
  const orders = fc
    .array(sketches, { minLength: 2, maxLength: 4 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
  fc.assert(
    fc.property(tenants, orders, (values, [list, shuffled]) => {
      const found = (order: readonly Sketch[]) =>
        COUNTING.map((check) => {
          const result = evaluate(check, { ...values, conditionalAccessPolicies: order.map(build) })
          return [check.id, result.verdict, result.coverage, result.critical, result.affected?.items.toSorted()]
        })
      assert.deepEqual(found(shuffled), found(list))
    }),
    { numRuns: 150 },
  )
})

const DEMANDS = [SECOND_FACTOR, PHISHING_RESISTANT_FACTOR, LEGACY_SHUT, UNMANAGED_DEVICE, HIGH_RISK_USER]

function tallyOf(values: Values, demand: AccessDemand): { tenant: TenantReading; tally: Tally } | undefined {
  const tenant = tenantOf(values)
  const tallied = tallyEverybody(tenant, PARAMETERS, demand, '')
  return tallied.ok ? { tenant, tally: tallied.tally } : undefined
}

test('adding a policy that excludes people never helps them', () => {
  let uncovered = 0
  fc.assert(
    fc.property(tenants, lists, sketches, fc.constantFrom(...PEOPLE), (values, list, added, person) => {
      const exclusion = { part: 'users' as const, field: 'excludeUsers', value: person }
      const excluding = { ...added, exclusions: [...added.exclusions, exclusion] }
      for (const demand of DEMANDS) {
        const [before, after] = [list, [...list, excluding]].map(
          (policies) => tallyOf({ ...values, conditionalAccessPolicies: policies.map(build) }, demand)?.tally,
        )
        const has = (people: readonly { id: string }[] | undefined) => people?.some(({ id }) => id === person) === true
        if (has(before?.uncovered)) uncovered += 1
        if (has(before?.uncovered)) assert.ok(has(after?.uncovered), 'an uncovered person is no longer uncovered')
        if (!has(before?.covered)) assert.ok(!has(after?.covered), 'a person is covered by being excluded')
      }
    }),
    { numRuns: 200 },
  )
  assert.ok(uncovered > 0, 'somebody was uncovered, so the guarantee was put to the test')
})

test('every uncovered person has a reason, and an uncovered administrator makes it ineffective', () => {
  let found = 0
  fc.assert(
    fc.property(tenants, fc.constantFrom(...DEMANDS), (values, demand) => {
      const { tenant, tally } = tallyOf(values, demand) ?? {}
      if (!tenant || !tally) return
      const uncovered = new Set(tally.uncovered)
      for (const cohort of tally.open.filter(({ people }) => people.some((person) => uncovered.has(person)))) {
        found += 1
        assert.ok(reasonsOf(tenant, demand, cohort).size > 0)
      }
      if (tally.administrators.length > 0) assert.equal(tally.verdict, 'ineffective')
      if (uncovered.size > 0) assert.notEqual(tally.verdict, 'effective')
    }),
    { numRuns: 400 },
  )
  assert.ok(found > 0, 'somebody was uncovered, so the guarantee was put to the test')
})

test('losing a dataset never makes a verdict effective', () => {
  let effective = 0
  fc.assert(
    fc.property(tenants, (values) => {
      for (const check of CHECKS) {
        if (isEffective(check, values)) {
          effective += 1
          continue
        }
        for (const key of Object.keys(values)) {
          const without = Object.fromEntries(Object.entries(values).filter(([name]) => name !== key))
          assert.ok(!isEffective(check, without), `${check.id} became effective without ${key}`)
        }
      }
    }),
    { numRuns: 250 },
  )
  assert.ok(effective > 0, 'some verdict was effective, so the guarantee was put to the test')
})

test('without any readings no verdict is effective or ineffective', () => {
  for (const check of CHECKS) assert.equal(evaluate(check, {}).verdict, 'no_visibility')
})

test('five thousand users and forty policies are evaluated well within a second', () => {
  const users = Array.from({ length: 5000 }, (_, index) => user(id(10_000 + index), `user${index}`))
  const groups = Array.from({ length: 40 }, (_, index) => id(600 + index))
  const members = Object.fromEntries(
    groups.map((group, at) => [
      `groupMembers/${group}`,
      users.filter((_, index) => index % 40 === at || index % 7 === 0).map((_, index) => ({ id: id(10_000 + index) })),
    ]),
  )
  const policies = groups.map((group) => policy({ users: { excludeGroups: [group] } }))
  const tenant = tenantOf(readable(policies, { users, ...members }))
  const started = performance.now()
  assert.match(mfaAllUsers.evaluate(tenant, PARAMETERS).observed, /5,000 users/)
  const tookMs = performance.now() - started
  assert.ok(cohortsOf(tenant).length > 1)
  // About 50 ms on an idle machine; the limit allows for a busy one.
  assert.ok(tookMs < 1000, `took ${tookMs} ms`)
})
