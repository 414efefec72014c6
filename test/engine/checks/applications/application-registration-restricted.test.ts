import { applicationRegistration } from '../../../../src/engine/checks/applications/application-registration-restricted.ts'
import { authorization } from '../authorization-fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationRegistration, {
  partial: 'one setting of the whole tenant, which is as it should be or not',
})

testSetting(applicationRegistration, 'authorizationPolicy', 'Policy.Read.All', [
  ['only administrators register', authorization({}), 'effective'],
  ['everybody registers', authorization({}, { allowedToCreateApps: true }), 'ineffective'],
  ['nothing is said', {}, 'no_visibility'],
])
