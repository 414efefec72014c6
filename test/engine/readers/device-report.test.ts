import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import { kindOf } from '../../../src/engine/evaluation/evidence.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../snapshot-builder.ts'

const rule = ASR_RULES.officeChildProcesses
const policy = (option: string, assignments: readonly unknown[] = [build.allDevices]): Values => ({
  configurationPolicies: [build.groupedPolicy('ASR', [choice(rule.settingId, option)], assignments)],
})
const measured = (count: number, total: number): Values => ({
  secureScores: build.secureScores({
    controlName: rule.secureScore,
    scoreInPercentage: (100 * count) / total,
    count: String(count),
    total: String(total),
  }),
})
const evaluate = (values: Values) => officeChildProcesses.evaluate(tenantOf(build.intune(values)), PARAMETERS)
const outcome = (values: Values) => {
  const result = evaluate(values)
  return [result.verdict, result.ifNamed ? 'until another product is named' : kindOf(result)]
}

test('a lower device report decides, and the disagreement is mentioned', () => {
  const result = evaluate({ ...policy('block'), ...measured(7, 10) })
  assert.deepEqual([result.verdict, result.ifNamed, result.coverage], ['ineffective', true, { n: 7, of: 10 }])
  assert.match(
    result.observed,
    /10 of 10 managed Windows devices that .*, but 7 of 10 measured devices report to Secure Score that it is in place\./,
  )
  assert.ok(result.limitations.some((limitation) => /disagree.*the(?:se)? reports decide/.test(limitation)))
})

test('a better device report decides too: group policy may have set what Intune does not', () => {
  for (const values of [{}, policy('audit'), policy('block', [])]) {
    const result = evaluate({ ...values, ...measured(10, 10) })
    assert.deepEqual([result.verdict, result.kind, result.coverage], ['effective', 'seen', { n: 10, of: 10 }])
    assert.equal(result.affected, undefined)
    assert.doesNotMatch(result.observed, /we know of nothing else|not seen/)
  }
  const unset = evaluate(measured(10, 10))
  assert.doesNotMatch(unset.limitations.join(), /disagree/)
  assert.match(
    unset.observed,
    /on 0 of 10 managed Windows devices that Office cannot start other programs, but 10 of 10 measured/,
  )
})

test('a report decides although policies cannot be read', () => {
  assert.deepEqual(outcome({ configurationPolicies: refused(), ...measured(10, 10) }), ['effective', 'seen'])
  assert.deepEqual(outcome({ configurationPolicies: refused(), ...measured(5, 10) }), [
    'ineffective',
    'until another product is named',
  ])
})

test('a good report of a few devices proves nothing about the others, which the policy may reach', () => {
  const few = evaluate(measured(5, 5))
  assert.deepEqual([few.verdict, few.kind, few.coverage], ['no_visibility', 'absent', { n: 5, of: 10 }])
  assert.match(few.limitations.join(), /5 of 10 managed Windows devices do not report on it/)
  assert.deepEqual(outcome({ ...policy('block'), ...measured(5, 5) }), ['effective', 'seen'])
})

test('devices that report the opposite fail, whatever the others have', () => {
  assert.deepEqual(outcome(measured(0, 5)), ['ineffective', 'until another product is named'])
  const one = evaluate(measured(4, 5))
  assert.deepEqual([one.verdict, one.atBest], ['no_visibility', { verdict: 'partial', coverage: { n: 9, of: 10 } }])
  assert.deepEqual(outcome({ ...policy('block'), ...measured(4, 5) }), ['partial', 'seen'])
})

test('without the list of devices a report never passes, but it may fail', () => {
  const without = { managedDevices: refused() }
  assert.deepEqual(outcome({ ...without, ...measured(10, 10) }), ['no_visibility', 'blind'])
  assert.deepEqual(outcome({ ...without, ...measured(1, 10) }), ['ineffective', 'until another product is named'])
  const some = evaluate({ ...without, ...measured(9, 10) })
  assert.deepEqual([some.verdict, some.atBest?.verdict], ['no_visibility', 'partial'])
  assert.match(
    some.observed,
    /9 of 10 measured devices report to Secure Score that Office cannot start other programs\./,
  )
  const unlicensed = { ...without, subscribedSkus: skus('MDE_SMB'), ...measured(10, 10) }
  assert.deepEqual(outcome(unlicensed), ['not_licensed', 'blind'])
})

test('counts of exposed devices are not mistaken for compliant ones', () => {
  const at = (count: string) =>
    evaluate({
      secureScores: build.secureScores({
        controlName: rule.secureScore,
        scoreInPercentage: 90,
        count,
        total: '10',
      }),
    }).coverage
  assert.deepEqual(at('1'), { n: 9, of: 10 })
  assert.deepEqual(at('9'), { n: 9, of: 10 })
  assert.deepEqual(at('4'), { n: 90, of: 100, percent: true })
})
