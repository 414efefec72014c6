import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfHardening } from '../../../../src/engine/checks/hardening/pdf-hardening.ts'
import * as build from '../../intune-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(pdfHardening)

test('PDF hardening follows the worst of the controls that devices report on', () => {
  const at = (...shares: number[]) =>
    evaluate(pdfHardening, {
      secureScores: build.secureScores(
        ...shares.map((scoreInPercentage, index) => ({ controlName: `scid_${97 + index}`, scoreInPercentage })),
      ),
    }).verdict
  assert.equal(at(100, 100), 'effective')
  assert.equal(at(100, 85), 'partial')
  assert.equal(at(100, 85, 20), 'ineffective')
  assert.equal(at(), 'not_applicable')
  assert.equal(evaluate(pdfHardening, { secureScores: refused() }).verdict, 'no_visibility')
})
