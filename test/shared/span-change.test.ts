import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certainChange, spanStep } from '../../src/shared/charts/span-change.ts'

type Ends = [score: number, ceiling: number]

const CASES: [says: string, before: Ends, after: Ends, certain: number, step: number][] = [
  ['all becomes known, and nothing else changed', [0, 73], [70, 70], 0, 0],
  ['all becomes known, and some was fixed', [0, 73], [92, 92], 19, 19],
  ['some was fixed while the rest stays unknown', [28, 90], [35, 97], 0, 7],
  ['good answers alone raise only the lower end', [28, 90], [80, 90], 0, 0],
  ['bad answers alone lower only the upper end', [28, 90], [28, 50], 0, 0],
  ['a permission is lost', [70, 70], [40, 80], 0, 0],
  ['all is known in both runs', [60, 60], [52, 52], -8, -8],
  ['what was good is bad', [40, 80], [30, 70], 0, -10],
]

for (const [says, [score, ceiling], [newScore, newCeiling], certain, step] of CASES) {
  test(`${says}: ${score}–${ceiling} to ${newScore}–${newCeiling}`, () => {
    const [before, after] = [
      { score, ceiling },
      { score: newScore, ceiling: newCeiling },
    ]
    assert.deepEqual([certainChange(before, after), spanStep(before, after)], [certain, step])
    assert.equal(Math.abs(certainChange(after, before)), Math.abs(certain), 'the way back')
    assert.equal(Math.abs(spanStep(after, before)), Math.abs(step), 'the way back')
  })
}
