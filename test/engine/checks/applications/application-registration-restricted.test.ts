import { applicationRegistrationRestricted } from '../../../../src/engine/checks/applications/application-registration-restricted.ts'
import { authorization } from '../authorization-fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationRegistrationRestricted, {
  partial: 'one setting of the whole tenant, which is either right or wrong',
})

testSetting(applicationRegistrationRestricted, 'authorizationPolicy', 'Policy.Read.All', [
  ['only administrators register', authorization({}), 'effective'],
  ['everybody registers', authorization({}, { allowedToCreateApps: true }), 'ineffective'],
  ['the setting is missing', {}, 'no_visibility'],
])
