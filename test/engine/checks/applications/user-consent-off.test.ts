import { userConsentOff } from '../../../../src/engine/checks/applications/user-consent-off.ts'
import { authorization } from '../authorization-fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(userConsentOff, {
  partial: 'one setting of the whole tenant, which is either right or wrong',
})

const withPolicies = (...permissionGrantPoliciesAssigned: string[]) =>
  authorization({}, { permissionGrantPoliciesAssigned })

testSetting(userConsentOff, 'authorizationPolicy', 'Policy.Read.All', [
  ['nobody consents', withPolicies(), 'effective'],
  [
    'owners of groups consent for their groups alone',
    withPolicies('ManagePermissionGrantsForOwnedResource.microsoft-all-application-permissions-for-team'),
    'effective',
  ],
  ['everybody consents', withPolicies('ManagePermissionGrantsForSelf.microsoft-user-default-legacy'), 'ineffective'],
  [
    'people consent to permissions of low impact',
    withPolicies('ManagePermissionGrantsForSelf.microsoft-user-default-low'),
    'ineffective',
  ],
  ['the setting is missing', {}, 'no_visibility'],
])
