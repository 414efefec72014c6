import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lsaProtection } from '../../../../src/engine/checks/hardening/lsa-protection.ts'
import { LSA_PROTECTION } from '../../../../src/engine/readers/settings/credential-protection.ts'
import * as build from '../../intune-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testProtection } from './protection-fixture.ts'

reachesEveryVerdict(lsaProtection)

test('protection of the Local Security Authority is taken from either of its two controls', () => {
  const secureScores = build.secureScores({ controlName: 'scid_102', scoreInPercentage: 100 })
  const result = evaluate(lsaProtection, { managedDevices: refused(), secureScores })
  assert.equal(result.verdict, 'effective')
  assert.match(result.observed, /scid_102/)
})

testProtection(lsaProtection, LSA_PROTECTION, 'scid_25')
