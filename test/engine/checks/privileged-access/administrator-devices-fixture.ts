import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { refused } from '../../snapshot-builder.ts'
import { policy } from '../../tenant-parts.ts'
import {
  ADMINS,
  admin,
  dedicatedFilter,
  evaluate,
  group,
  tenant,
  testOpenShortfall,
  verdict,
} from '../administrators-fixture.ts'

export const compliant = { name: 'From managed devices', grant: { builtInControls: ['compliantDevice'] } }

export const devices = (...policies: object[]) => ({ conditionalAccessPolicies: policies })

export const mfaOrManaged = { builtInControls: ['compliantDevice', 'mfa'] }

/** Tests a check on the devices of administrators; a shortfall is open, because other means may meet the demand. */
export function testDevices(check: Check): void {
  test(`${check.id}: report-only policies, a second factor instead, some platforms, or a grant to some do not count`, () => {
    const deviceFilter = { mode: 'include', rule: 'device.extensionAttribute1 -eq "PAW"' }
    for (const each of [
      policy({ ...compliant, state: 'enabledForReportingButNotEnforced' }),
      policy({ grant: mfaOrManaged }),
      policy({ ...compliant, conditions: { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } } }),
      policy({ ...compliant, conditions: { devices: { deviceFilter } } }),
      policy({ ...dedicatedFilter, conditions: { devices: { deviceFilter } } }),
      policy(),
    ]) {
      assert.equal(evaluate(check, tenant(devices(each))).kind, 'absent', JSON.stringify(each))
    }
  })

  test(`${check.id}: an unread excluded group means no visibility`, () => {
    const conditionalAccessPolicies = [policy({ ...compliant, users: { excludeGroups: [group] } })]
    const values = { conditionalAccessPolicies, [`groupMembers/${group}`]: refused() }
    assert.equal(verdict(check, values), 'no_visibility')
  })

  test(`${check.id}: a filter that the check cannot parse does not count, and is named`, () => {
    const deviceFilter = { mode: 'exclude', rule: 'device.isCompliant -match "T.*"' }
    const values = tenant(devices(policy({ ...dedicatedFilter, conditions: { devices: { deviceFilter } } })))
    const found = evaluate(check, values)
    assert.equal(found.kind, 'absent')
    assert.match(found.limitations.join(' '), /do not understand.* ‘From administration workstations’/)
  })

  const excluding = (n: number) =>
    devices(policy({ ...dedicatedFilter, users: { excludeUsers: ADMINS.slice(0, n).map(admin) } }))
  testOpenShortfall(check, 'excluded from the policy', excluding)
}
