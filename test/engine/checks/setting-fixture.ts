import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import { PARAMETERS, refused, tenantOf } from '../snapshot-builder.ts'

const evaluate = (check: Check, dataset: string, value: unknown): CheckResult =>
  check.evaluate(tenantOf({ [dataset]: value }), PARAMETERS)

/** A value of the dataset, and the expected verdict. */
export type Row = readonly [when: string, value: unknown, verdict: CheckResult['verdict'], coverage?: string]

/** Tests a check of one setting: one row per value, and failed readings. */
export function testSetting(check: Check, dataset: string, permission: string, rows: readonly Row[]): void {
  for (const [when, value, verdict, coverage] of rows) {
    test(`${check.id}: ${verdict} where ${when}`, () => {
      const result = evaluate(check, dataset, value)
      assert.equal(result.verdict, verdict, result.observed)
      assert.equal(result.coverage && `${result.coverage.n}/${result.coverage.of}`, coverage)
      assert.equal(result.evidence.length, 1)
      assert.match(result.observed, /^[A-Z0-9].*\.$/)
      assert.match(result.expected, /^[A-Z].*\.$/)
    })
  }

  test(`${check.id}: without ${permission} there is no visibility, and the permission is named`, () => {
    const result = evaluate(check, dataset, refused())
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, new RegExp(`grant ${permission.replaceAll('.', '\\.')}\\.`))
    assert.deepEqual(result.evidence, [])
  })

  test(`${check.id}: an empty response means no visibility`, () => {
    for (const value of [null, [], {}, 'nonsense']) {
      assert.equal(evaluate(check, dataset, value).verdict, 'no_visibility', JSON.stringify(value))
    }
  })
}
