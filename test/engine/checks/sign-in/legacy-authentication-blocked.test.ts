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

test('allowed legacy clients are critical, even if only some are allowed', () => {
  assert.equal(evaluate(legacyAuthenticationBlocked, []).critical, 'legacy-authentication-open')
  const partly = evaluate(legacyAuthenticationBlocked, [{ ...LEGACY_BLOCKED, users: { excludeUsers: [id(600)] } }])
  assert.equal(partly.critical, 'legacy-authentication-open')
})

test('requiring a second factor blocks legacy clients', () => {
  assert.equal(evaluate(legacyAuthenticationBlocked, [{}]).verdict, 'effective')
  const someClients = { conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  assert.equal(evaluate(legacyAuthenticationBlocked, [someClients]).verdict, 'ineffective')
})

const LEGACY_BLOCKED = { conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: BLOCK }
testPolicyOnEverybody(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testAllApplications(legacyAuthenticationBlocked, LEGACY_BLOCKED)
testSecurityDefaults(legacyAuthenticationBlocked, 'effective')
