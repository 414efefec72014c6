import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaEnforced } from '../../../../src/engine/checks/mfa/mfa-enforced.ts'
import { RESISTANT, strength } from '../../tenant-parts.ts'
import { evaluate, testAllApplications, testPolicyOnEverybody, testSecurityDefaults } from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(mfaEnforced)

test('a phishing-resistant factor is a second factor too, and legacy clients are not its matter', () => {
  const modern = { conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } }
  assert.equal(evaluate(mfaEnforced, [{ ...modern, grant: strength(RESISTANT) }]).verdict, 'effective')
})

testPolicyOnEverybody(mfaEnforced, {})
testAllApplications(mfaEnforced, {})
testSecurityDefaults(mfaEnforced, 'effective')
