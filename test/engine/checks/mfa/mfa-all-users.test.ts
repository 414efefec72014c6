import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaAllUsers } from '../../../../src/engine/checks/mfa/mfa-all-users.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BERTA,
  BOB,
  EVE,
  id,
  PAYROLL,
  perUser,
  policy,
  readable,
  SYNCHRONISATION,
  UNREAD,
  USER_ADMINISTRATOR,
  USERS,
  user,
} from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { crowded } from './fixture.ts'

reachesEveryVerdict(mfaAllUsers)

const modernOnly = policy({ conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } })
const blockLegacy = policy({
  name: 'Block legacy',
  conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
  grant: { builtInControls: ['block'] },
})

test('it is effective if everybody is covered and legacy clients are blocked', () => {
  const result = evaluate(mfaAllUsers, readable([modernOnly, blockLegacy]))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 5, of: 5 })
  assert.equal(result.affected, undefined)
  assert.equal(result.critical, undefined)
  assert.ok(result.evidence.some((item) => item.pointer === '/0'))
})

test('security defaults are partial, with or without a licence, because they ask only administrators every time', () => {
  const more = { securityDefaults: { isEnabled: true }, conditionalAccessPolicies: refused(), subscribedSkus: skus() }
  const result = evaluate(mfaAllUsers, readable([], more))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /2 of 5 users must use a second factor for all resources at every sign-in/)
  assert.match(result.observed, /others only when Microsoft considers it necessary/)
  assert.equal(result.critical, undefined)
  const administrators = [user(ADAM, 'adam'), user(EVE, 'eve')]
  assert.equal(evaluate(mfaAllUsers, readable([], { ...more, users: administrators })).verdict, 'effective')
})

test('without any policy it is ineffective, names everybody, and is critical for legacy clients', () => {
  const result = evaluate(mfaAllUsers, readable([]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.affected?.total, 5)
  assert.equal(result.critical, 'legacy-authentication-open')
})

test('an administrator without a second factor is critical, and nobody else is', () => {
  const leavingOut = (person: string) =>
    evaluate(mfaAllUsers, readable([policy({ users: { excludeUsers: [person] } }), blockLegacy]))
  assert.equal(leavingOut(ADAM).critical, 'privileged-user-without-mfa')
  const other = leavingOut(BOB)
  assert.deepEqual([other.verdict, other.critical], ['partial', undefined])
})

test('allowed legacy clients are critical even if everybody must otherwise use a second factor', () => {
  const result = evaluate(mfaAllUsers, readable([modernOnly]))
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.critical, 'legacy-authentication-open')
  assert.deepEqual(result.coverage, { n: 5, of: 5 })
})

test('excluding a tenth of the people is partial, and they are named', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, index) => id(1000 + index))
  const some = evaluate(mfaAllUsers, crowded([policy({ users: { excludeUsers: ids(10) } }), blockLegacy]))
  assert.equal(some.verdict, 'partial')
  assert.deepEqual(some.coverage, { n: 90, of: 100 })
  const two = evaluate(mfaAllUsers, crowded([policy({ users: { excludeUsers: ids(2) } }), blockLegacy]))
  assert.equal(two.verdict, 'partial')
  assert.deepEqual(two.affected?.items, ['user0@contoso.com', 'user1@contoso.com'])
  assert.match(two.observed, /if ‘MFA for all’ did not exclude 2 accounts \(user0@contoso\.com, user1@contoso\.com\)/)
})

test('an administrator who is covered only while a role is active is named once', () => {
  const values = readable([policy({ users: { includeUsers: [], includeRoles: [USER_ADMINISTRATOR] } }), blockLegacy], {
    ...perUser('disabled', ALICE, BOB, BERTA, ADAM, EVE),
  })
  const { observed } = evaluate(mfaAllUsers, values)
  assert.match(observed, /not covered: adam@\S+\. Administrators who are covered only while a role is active: eve@/)
  assert.equal(observed.split('eve@').length - 1, 1)
})

test('declared emergency access accounts, by id or name, are ignored and shown', () => {
  const values = readable([policy({ users: { excludeUsers: [ALICE, BOB] } })])
  assert.equal(evaluate(mfaAllUsers, values).verdict, 'partial')
  const result = evaluate(mfaAllUsers, values, [ALICE.toUpperCase(), 'Bob@contoso.com'])
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 3, of: 3 })
  assert.ok(result.limitations.some((text) => text.includes('2 declared emergency access accounts excluded')))
})

test('an excluded synchronisation account is ignored, unless it has another role', () => {
  const values = (roles: string[]) =>
    readable([policy({ users: { excludeUsers: [ADAM] } })], {
      roleAssignments: roles.map((role) => assignment(ADAM, role)),
    })
  assert.equal(evaluate(mfaAllUsers, values([SYNCHRONISATION])).verdict, 'effective')
  assert.equal(evaluate(mfaAllUsers, values([SYNCHRONISATION, USER_ADMINISTRATOR])).verdict, 'ineffective')
})

test('a synchronisation account is ignored only if all of its roles are known', () => {
  const values = readable([policy({ users: { excludeUsers: [ADAM] } })], {
    roleAssignments: [assignment(ADAM, SYNCHRONISATION)],
    roleEligibilities: refused(),
  })
  assert.equal(evaluate(mfaAllUsers, values).verdict, 'no_visibility')
})

test('it is not effective if an application is excluded, which is named', () => {
  const servicePrincipals = [{ appId: PAYROLL, displayName: 'Payroll' }]
  const result = evaluate(
    mfaAllUsers,
    readable([policy({ applications: { excludeApplications: [PAYROLL] } })], { servicePrincipals }),
  )
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /Left out by exclusion: Payroll for 5 users/)
})

test('excluding the application that Microsoft recommends excluding does not matter', () => {
  const excludeApplications = ['45a330b1-b1ec-4cc1-9161-9f03992aa49f']
  assert.equal(
    evaluate(mfaAllUsers, readable([policy({ applications: { excludeApplications } })])).verdict,
    'effective',
  )
})

test('the result mentions whom a report-only policy would cover', () => {
  const result = evaluate(
    mfaAllUsers,
    readable([policy({ name: 'Trial', state: 'enabledForReportingButNotEnforced' })]),
  )
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.observed, /enforce nothing; ‘Trial’ would cover 5 users/)
})

test('the result mentions what a policy excludes', () => {
  const locations = { includeLocations: ['All'], excludeLocations: ['AllTrusted'] }
  const result = evaluate(mfaAllUsers, readable([policy({ name: 'Away', conditions: { locations } })]))
  assert.match(result.observed, /‘Away’ counts only in part: it leaves out trusted or named locations/)
})

test('an unread excluded group means no visibility, and the permission is named', () => {
  const values = readable([policy({ users: { excludeGroups: [UNREAD] } })], { [`groupMembers/${UNREAD}`]: refused() })
  const result = evaluate(mfaAllUsers, values)
  assert.equal(result.verdict, 'no_visibility')
  assert.ok(result.limitations.some((text) => text.includes('GroupMember.Read.All')))
  assert.equal(result.critical, undefined)
})

test('unread groups do not matter if the verdict is certain without them', () => {
  const unreadInclude = policy({ users: { includeUsers: [], includeGroups: [UNREAD] } })
  assert.equal(evaluate(mfaAllUsers, readable([policy(), unreadInclude])).verdict, 'effective')
})

test('unread users, policies or security defaults are never a failure', () => {
  assert.equal(evaluate(mfaAllUsers, readable([policy()], { users: refused() })).verdict, 'no_visibility')
  const unlicensed = { conditionalAccessPolicies: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(evaluate(mfaAllUsers, readable([], unlicensed)).verdict, 'not_licensed')
  assert.equal(evaluate(mfaAllUsers, readable([], { securityDefaults: refused() })).verdict, 'no_visibility')
  assert.equal(evaluate(mfaAllUsers, readable([], { users: [] })).verdict, 'no_visibility')
})

test('covered people without a registered method are shown and do not change the verdict', () => {
  const registrationDetails = USERS.map((each) => ({ ...each, isMfaCapable: false }))
  const result = evaluate(mfaAllUsers, readable([policy()], { registrationDetails }))
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /5 covered users cannot use one yet/)
})

test('uncovered people who have registered a second factor are mentioned, even a single one', () => {
  const forBob = policy({ users: { excludeUsers: [BOB] } })
  const registered = (isMfaCapable: boolean) =>
    evaluate(mfaAllUsers, readable([forBob], { registrationDetails: USERS.map((each) => ({ ...each, isMfaCapable })) }))
  assert.match(registered(true).limitations.join(), /1 user registered a second factor, but no policy always asks/)
  assert.doesNotMatch(registered(false).limitations.join(), /registered a second factor, but/)
})

test('exceptions for people resolve it only if nobody else can use legacy clients', () => {
  const forBob = policy({ users: { excludeUsers: [BOB] } })
  assert.equal(evaluate(mfaAllUsers, readable([forBob])).allNamed, true)
  const forBobAndAlice = policy({
    conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
    grant: { builtInControls: ['block'] },
    users: { excludeUsers: [BOB, ALICE] },
  })
  const modern = policy({
    users: { excludeUsers: [BOB] },
    conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] },
  })
  const result = evaluate(mfaAllUsers, readable([modern, forBobAndAlice]))
  assert.deepEqual(result.affected?.items, ['bob@contoso.com', 'alice@contoso.com'])
  assert.equal(result.allNamed, undefined)
})
