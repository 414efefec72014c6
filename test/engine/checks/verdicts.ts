import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Check } from '../../../src/engine/model/check.ts'

const CASES = ['effective', 'ineffective', 'partial', 'no_visibility'] as const
type Case = (typeof CASES)[number]

/**
 * Asserts, after the tests of the file, that the check reached each kind of verdict: pass, fail, partial, and without its
 * data. Call it before the first test. `unreachable` has the verdicts that the check never returns, each with the reason.
 */
export function reachesEveryVerdict(check: Check, unreachable: Readonly<Partial<Record<Case, string>>> = {}): void {
  const seen = new Set<string>()
  const { evaluate } = check
  check.evaluate = (tenant, parameters) => {
    const result = evaluate.call(check, tenant, parameters)
    seen.add(result.verdict === 'not_licensed' ? 'no_visibility' : result.verdict)
    return result
  }
  // Tests of other files in the same process may have used the check before.
  before(() => seen.clear())
  after(() => {
    const missing = CASES.filter((verdict) => !seen.has(verdict))
    assert.deepEqual(missing, Object.keys(unreachable), `${check.id}: verdicts that no test reached`)
  })
}
