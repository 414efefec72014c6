import { guestInvitationsRestricted } from '../../../../src/engine/checks/sign-in/guest-invitations-restricted.ts'
import { authorization } from '../authorization-fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(guestInvitationsRestricted, {
  partial: 'one setting of the whole tenant, which is either right or wrong',
})

testSetting(guestInvitationsRestricted, 'authorizationPolicy', 'Policy.Read.All', [
  ['inviters invite', authorization({}), 'effective'],
  ['nobody invites', authorization({ allowInvitesFrom: 'none' }), 'effective'],
  ['members invite', authorization({ allowInvitesFrom: 'adminsGuestInvitersAndAllMembers' }), 'ineffective'],
  ['everybody invites', authorization({ allowInvitesFrom: 'everyone' }), 'ineffective'],
  ['something else is set', authorization({ allowInvitesFrom: 'unknownFutureValue' }), 'no_visibility'],
  ['the setting is missing', {}, 'no_visibility'],
])
