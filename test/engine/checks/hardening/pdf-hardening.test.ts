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
  assert.equal(at(), 'no_visibility')
  assert.equal(evaluate(pdfHardening, { secureScores: refused() }).verdict, 'no_visibility')
})

test('controls on JavaScript are not called Flash', () => {
  const observed = (...controlNames: string[]) =>
    evaluate(pdfHardening, {
      secureScores: build.secureScores(...controlNames.map((controlName) => ({ controlName, scoreInPercentage: 100 }))),
    }).observed
  for (const id of [76, 78, 97, 98, 99, 100, 101])
    assert.match(observed(`scid_${id}`), /^\S+.* measured devices reports? that JavaScript is off in/)
  for (const id of [75, 77]) assert.match(observed(`scid_${id}`), /report that Flash is off in/)
  assert.match(observed('scid_75', 'scid_76'), /report that JavaScript and Flash are off in/)
})
