import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../src/engine/model/check.ts'
import { choice, flattenSettings, type Setting } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../snapshot-builder.ts'
import { LICENCES } from '../tenant-builder.ts'

export const WINDOWS_10 = '10.0.19045.5000'
export const evaluate = (check: Check, values: Values, parameters = PARAMETERS) =>
  check.evaluate(
    tenantOf(
      build.intune({
        subscribedSkus: skus(...LICENCES.e5),
        managedDevices: build.devices(10, WINDOWS_10),
        ...values,
      }),
    ),
    parameters,
  )

/** The same settings with a value that is not hardened. */
export const turned = (settings: readonly Setting[]): Setting[] =>
  flattenSettings(settings).map(({ definitionId }) => choice(definitionId, 'other'))

export interface Expectations {
  /** Any value of the setting counts, because users can then no longer change it. */
  whateverValue?: boolean
  /** Products other than Intune may set it on any device. */
  otherProducts?: boolean
  /** Another product may do the same; people must name it. */
  ifNamed?: boolean
  /** A version of Windows without this protection by default. */
  version?: string
}

/** Tests a check of device settings, with settings that satisfy it and others that do not. */
export function testDeviceSettings(
  check: Check,
  good: readonly Setting[],
  bad: readonly Setting[],
  { whateverValue = false, otherProducts = false, ifNamed = false, version = WINDOWS_10 }: Expectations = {},
): void {
  const managedDevices = build.devices(10, version)
  const run = (values: Values) => evaluate(check, { managedDevices, ...values })
  const policies = (settings: readonly Setting[], assignments: readonly unknown[]) => ({
    configurationPolicies: [build.policy('Policy', settings, assignments)],
  })
  const hybrid = { managedDevices: build.devices(10, version, build.HYBRID) }
  const kindOf = (values: Values) => {
    const { verdict, kind } = run(values)
    return [verdict, kind]
  }

  test(`${check.id}: the hardened setting on every device is effective`, () => {
    assert.deepEqual(kindOf(policies(good, [build.allDevices])), ['effective', 'seen'])
    assert.deepEqual(kindOf({ ...hybrid, ...policies(good, [build.allDevices]) }), ['effective', 'seen'])
  })
  test(`${check.id}: a setting without a policy fails only where nothing else can set it`, () => {
    const alone = otherProducts ? ['no_visibility', 'absent'] : ['ineffective', 'absent']
    assert.deepEqual(kindOf({}), alone)
    assert.deepEqual(kindOf(policies(good, [])), alone)
    const elsewhere = run(hybrid)
    assert.deepEqual([elsewhere.verdict, elsewhere.kind, elsewhere.atBest], ['no_visibility', 'absent', undefined])
    assert.match(elsewhere.observed, /\(not seen: .*group policy and other tools\)/)
  })
  if (whateverValue) {
    test(`${check.id}: a value behind an assignment filter is partial`, () => {
      assert.equal(run(policies(good, [build.filteredDevices])).verdict, 'partial')
    })
  } else {
    test(`${check.id}: other values are contrary, on every device or on one of ten`, () => {
      const contrary = run({ ...hybrid, ...policies(bad, [build.allDevices]) })
      const kind = ifNamed ? 'absent' : 'contrary'
      assert.deepEqual([contrary.verdict, contrary.kind, contrary.ifNamed === true], ['ineffective', kind, ifNamed])
      const result = run({
        ...build.usersIn(1, 0, 1),
        configurationPolicies: [
          build.policy('Most', good, [build.allDevices, build.without(1)]),
          build.policy('One', bad, [build.group(1)]),
        ],
      })
      assert.equal(result.verdict, 'partial')
      assert.ok(result.coverage && result.coverage.n / result.coverage.of >= 0.9)
    })
  }
  test(`${check.id}: two policies with different values are partial at most`, () => {
    const result = run({
      configurationPolicies: [
        build.policy('One', good, [build.allDevices]),
        build.policy('Two', turned(good), [build.allDevices]),
      ],
    })
    assert.equal(result.verdict, whateverValue ? 'effective' : 'partial')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.deepEqual(kindOf({ configurationPolicies: refused() }), ['no_visibility', 'blind'])
    assert.equal(run({ managedDevices: refused() }).verdict, 'no_visibility')
  })
}

/** The verdicts that a check of locked settings never returns. */
export const LOCKED_ELSEWHERE = { ineffective: 'a policy of another product may lock what no policy of Intune sets' }

/** Tests a check of one attack surface reduction rule. */
export const testRule = (check: Check, settingId: string, expectations?: Expectations): void =>
  testDeviceSettings(check, [choice(settingId, 'block')], [choice(settingId, 'audit')], {
    ifNamed: true,
    ...expectations,
  })
