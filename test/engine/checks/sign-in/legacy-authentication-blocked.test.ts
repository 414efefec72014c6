import assert from 'node:assert/strict'
import { test } from 'node:test'
import { legacyAuthenticationBlocked } from '../../../../src/engine/checks/sign-in/legacy-authentication-blocked.ts'
import { id } from '../../tenant-parts.ts'
import { BLOCK, judge, testAllApplications, testPolicyOnEverybody, testSecurityDefaults } from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(legacyAuthenticationBlocked)

test('open legacy clients are critical, in part as well', () => {
  assert.equal(judge(legacyAuthenticationBlocked, []).critical, 'legacy-authentication-open')
  const partly = judge(legacyAuthenticationBlocked, [{ ...LEGACY_BLOCKED, users: { excludeUsers: [id(600)] } }])
  assert.equal(partly.critical, 'legacy-authentication-open')
})

test('to ask legacy clients for a second factor shuts them out', () => {
  assert.equal(judge(legacyAuthenticationBlocked, [{}]).verdict, 'effective')
  const someClients = { conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  assert.equal(judge(legacyAuthenticationBlocked, [someClients]).verdict, 'ineffective')
})

const LEGACY_BLOCKED = { conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: BLOCK }
testPolicyOnEverybody(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testAllApplications(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testSecurityDefaults(legacyAuthenticationBlocked, 'effective')
