import { guestAccessRestricted } from '../../../../src/engine/checks/sign-in/guest-access-restricted.ts'
import { authorization } from '../authorization-fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(guestAccessRestricted, {
  partial: 'one setting of the whole tenant, which is either right or wrong',
})

testSetting(guestAccessRestricted, 'authorizationPolicy', 'Policy.Read.All', [
  ['guests are limited', authorization({}), 'effective'],
  ['guests see themselves', authorization({ guestUserRoleId: '2AF84B1E-32C8-42B7-82BC-DAA82404023B' }), 'effective'],
  [
    'guests are like members',
    authorization({ guestUserRoleId: 'a0b1b346-4d3e-4e8b-98f8-753987be4970' }),
    'ineffective',
  ],
  ['guests have some other role', authorization({ guestUserRoleId: 'something-else' }), 'no_visibility'],
  ['the setting is missing', {}, 'no_visibility'],
])
