import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaThirdPartyServices } from '../../../../src/engine/checks/mfa/mfa-third-party-services.ts'
import { refused } from '../../snapshot-builder.ts'
import { BOB, CRM, id, PAYROLL, policy, readable, STAFF } from '../../tenant-parts.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(mfaThirdPartyServices)

const MICROSOFT = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'
const INTEGRATED = ['WindowsAzureActiveDirectoryIntegratedApp']
const services = [
  { appId: CRM, displayName: 'CRM', servicePrincipalType: 'Application', preferredSingleSignOnMode: 'saml' },
  { appId: PAYROLL, displayName: 'Payroll', appOwnerOrganizationId: id(71), tags: INTEGRATED },
  { appId: id(203), displayName: 'Teams', appOwnerOrganizationId: MICROSOFT, tags: INTEGRATED },
  { appId: id(204), displayName: 'Off', preferredSingleSignOnMode: 'saml', accountEnabled: false },
  {
    appId: id(205),
    displayName: 'Own script',
    appOwnerOrganizationId: '11111111-1111-4111-8111-111111111111',
    tags: INTEGRATED,
  },
]

test('third-party services covered by policies are effective; those of Microsoft and our own do not count', () => {
  const result = evaluate(mfaThirdPartyServices, readable([policy()], { servicePrincipals: services }))
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
})

test('a service excluded from the policy is uncovered', () => {
  const excluding = (...excludeApplications: string[]) =>
    evaluate(
      mfaThirdPartyServices,
      readable([policy({ applications: { excludeApplications } })], { servicePrincipals: services }),
    )
  const one = excluding(CRM)
  assert.equal(one.verdict, 'partial')
  assert.deepEqual(one.coverage, { n: 1, of: 2 })
  assert.deepEqual(one.affected, { items: ['CRM'], total: 1 })
  assert.match(one.observed, /‘MFA for all’ counts only in part: it leaves out CRM/)
  const both = excluding(CRM, PAYROLL)
  assert.deepEqual([both.verdict, both.coverage], ['ineffective', undefined])
  assert.match(both.observed, /^Everybody must use a second factor for 0 of 2 services/)
})

test('a person whom the policy excludes makes every service partial, and unread policies make it unknown', () => {
  const excluding = policy({ users: { excludeUsers: [BOB] } })
  const result = evaluate(mfaThirdPartyServices, readable([excluding], { servicePrincipals: services }))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /exclude 1 account \(bob@contoso\.com\)/)
  const unread = readable([], { servicePrincipals: services, conditionalAccessPolicies: refused() })
  assert.equal(evaluate(mfaThirdPartyServices, unread).verdict, 'no_visibility')
})

test('nine of ten covered services are partial', () => {
  const ten = Array.from({ length: 10 }, (_, n) => ({ appId: id(500 + n), preferredSingleSignOnMode: 'oidc' }))
  const excluding = policy({ applications: { excludeApplications: [id(500)] } })
  const result = evaluate(mfaThirdPartyServices, readable([excluding], { servicePrincipals: ten }))
  assert.equal(result.verdict, 'partial')
})

test('it does not apply without a service behind single sign-on', () => {
  const none = evaluate(mfaThirdPartyServices, readable([policy()], { servicePrincipals: [] }))
  assert.equal(none.verdict, 'not_applicable')
  assert.match(none.observed, /people must answer which ones are in use/)
  const unread = readable([policy()], { servicePrincipals: refused() })
  assert.equal(evaluate(mfaThirdPartyServices, unread).verdict, 'no_visibility')
})

test('services that could not be determined are named, and not counted if nothing is known of any', () => {
  const unread = { [`groupMembers/${STAFF}`]: refused(), servicePrincipals: services }
  const excluding = policy({ users: { excludeGroups: [STAFF] } })
  const none = evaluate(mfaThirdPartyServices, readable([excluding], unread))
  assert.equal(none.verdict, 'no_visibility')
  assert.match(none.observed, /^Whether everybody .* could not be determined for any of 2 services/)
  const forPayroll = policy({ applications: { includeApplications: [PAYROLL] } })
  const one = evaluate(mfaThirdPartyServices, readable([excluding, forPayroll], unread))
  assert.match(
    one.observed,
    /^Everybody must use a second factor for 1 of 2 services .* Could not be determined: CRM\./,
  )
})
