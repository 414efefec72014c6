import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaThirdPartyServices } from '../../../../src/engine/checks/mfa/mfa-third-party-services.ts'
import { refused } from '../../snapshot-builder.ts'
import { CRM, id, PAYROLL, policy, readable } from '../../tenant-parts.ts'
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
  const excluding = policy({ applications: { excludeApplications: [CRM] } })
  const result = evaluate(mfaThirdPartyServices, readable([excluding], { servicePrincipals: services }))
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected, { items: ['CRM'], total: 1 })
})

test('nine of ten services covered are partial', () => {
  const ten = Array.from({ length: 10 }, (_, n) => ({ appId: id(500 + n), preferredSingleSignOnMode: 'oidc' }))
  const excluding = policy({ applications: { excludeApplications: [id(500)] } })
  const result = evaluate(mfaThirdPartyServices, readable([excluding], { servicePrincipals: ten }))
  assert.equal(result.verdict, 'partial')
})

test('it does not apply without a service behind single sign-on', () => {
  const none = evaluate(mfaThirdPartyServices, readable([policy()], { servicePrincipals: [] }))
  assert.equal(none.verdict, 'not_applicable')
  assert.match(none.observed, /must be asked/)
  const unread = readable([policy()], { servicePrincipals: refused() })
  assert.equal(evaluate(mfaThirdPartyServices, unread).verdict, 'no_visibility')
})
