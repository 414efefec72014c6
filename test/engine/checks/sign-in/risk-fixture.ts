import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import { BLOCK, evaluate } from '../everybody-fixture.ts'

/** Tests a check on one kind of risk; `condition` is the list of a policy that names it. */
export function testRisk(check: Check, condition: 'userRiskLevels' | 'signInRiskLevels'): void {
  test(`${check.id}: only a block that includes high risk counts`, () => {
    const at = (levels: string[], grant: object): string =>
      evaluate(check, [{ conditions: { [condition]: levels }, grant }]).verdict
    assert.equal(at(['high'], { builtInControls: ['mfa', 'passwordChange'], operator: 'AND' }), 'ineffective')
    assert.equal(at(['medium', 'low'], BLOCK), 'ineffective')
    assert.equal(at(['low', 'medium', 'high'], BLOCK), 'effective')
  })

  test(`${check.id}: without a licence that reports risk, a policy on risk neither passes nor fails`, () => {
    const by = { conditions: { [condition]: ['high'] }, grant: BLOCK }
    for (const policies of [[by], []]) {
      const result = evaluate(check, policies, { subscribedSkus: skus('AAD_PREMIUM') })
      assert.equal(result.verdict, 'not_licensed')
      assert.match(result.observed, /AAD_PREMIUM_P2/)
    }
    const unread = evaluate(check, [by], { subscribedSkus: refused() })
    assert.equal(unread.verdict, 'no_visibility')
    assert.match(unread.observed, /grant Organization\.Read\.All/)
  })
}
