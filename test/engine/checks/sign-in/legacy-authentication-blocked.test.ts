import assert from 'node:assert/strict'
import { test } from 'node:test'
import { legacyAuthenticationBlocked } from '../../../../src/engine/checks/sign-in/legacy-authentication-blocked.ts'
import { id } from '../../tenant-parts.ts'
import {
  BLOCK,
  evaluate,
  testAllApplications,
  testPolicyOnEverybody,
  testSecurityDefaults,
} from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(legacyAuthenticationBlocked)

test('open legacy clients are critical, in part as well', () => {
  assert.equal(evaluate(legacyAuthenticationBlocked, []).critical, 'legacy-authentication-open')
  const partly = evaluate(legacyAuthenticationBlocked, [{ ...LEGACY_BLOCKED, users: { excludeUsers: [id(600)] } }])
  assert.equal(partly.critical, 'legacy-authentication-open')
})

test('to ask legacy clients for a second factor shuts them out', () => {
  assert.equal(evaluate(legacyAuthenticationBlocked, [{}]).verdict, 'effective')
  const someClients = { conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  assert.equal(evaluate(legacyAuthenticationBlocked, [someClients]).verdict, 'ineffective')
})

const LEGACY_BLOCKED = { conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: BLOCK }
testPolicyOnEverybody(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testAllApplications(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testSecurityDefaults(legacyAuthenticationBlocked, 'effective')
