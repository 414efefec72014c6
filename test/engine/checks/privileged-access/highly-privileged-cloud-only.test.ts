import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlyPrivilegedCloudOnly } from '../../../../src/engine/checks/privileged-access/highly-privileged-cloud-only.ts'
import { refused } from '../../snapshot-builder.ts'
import { NO_SHARE } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { account, evaluate, MOSTLY_HELPDESK, PEOPLE, testRoleHolders } from './highly-privileged-fixture.ts'

reachesEveryVerdict(highlyPrivilegedCloudOnly, NO_SHARE)

test('holders of roles that are not highly privileged may be synchronised', () => {
  const synced = PEOPLE.map((n) => account(n, { onPremisesSyncEnabled: n >= 2 ? true : null }))
  const result = evaluate(highlyPrivilegedCloudOnly, { roleEligibilities: MOSTLY_HELPDESK, users: synced })
  assert.deepEqual([result.verdict, result.coverage], ['effective', { n: 2, of: 2 }])
})

test('an account that is synchronised, federated or from another organisation is not cloud-only', () => {
  for (const more of [
    { onPremisesSyncEnabled: true },
    { userPrincipalName: 'admin0@corp.contoso.com' },
    { userPrincipalName: 'admin0_fabrikam.com#EXT#@contoso.com', userType: 'Guest', externalUserState: 'Accepted' },
  ]) {
    const users = PEOPLE.map((n) => account(n, n === 0 ? more : {}))
    const result = evaluate(highlyPrivilegedCloudOnly, { users })
    assert.deepEqual([result.verdict, result.coverage], ['ineffective', { n: 9, of: 10 }], JSON.stringify(more))
  }
})

test('if the domains are unread, only synchronised accounts are known not to be cloud-only', () => {
  const unread = evaluate(highlyPrivilegedCloudOnly, { domains: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.limitations.join(' '), /grant Domain\.Read\.All/)
  const users = PEOPLE.map((n) => account(n, { onPremisesSyncEnabled: true }))
  assert.equal(evaluate(highlyPrivilegedCloudOnly, { domains: refused(), users }).verdict, 'ineffective')
})

testRoleHolders(highlyPrivilegedCloudOnly, 'effective')
