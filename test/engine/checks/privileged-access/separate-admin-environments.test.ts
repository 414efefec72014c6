import assert from 'node:assert/strict'
import { test } from 'node:test'
import { separateAdminEnvironments } from '../../../../src/engine/checks/privileged-access/separate-admin-environments.ts'
import { GLOBAL_ADMINISTRATOR, policy, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import { LEFT_OPEN, testAccounts, verdict } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { compliant, devices, mfaOrManaged, testDevices } from './administrator-devices-fixture.ts'

reachesEveryVerdict(separateAdminEnvironments, LEFT_OPEN)

test('a managed device separates environments', () => {
  assert.equal(verdict(separateAdminEnvironments, devices(policy(compliant))), 'effective')
})

test('a policy for roles covers people who may activate them; one for other roles does not', () => {
  const forRoles = (...includeRoles: string[]) => policy({ ...compliant, users: { includeUsers: [], includeRoles } })
  assert.equal(verdict(separateAdminEnvironments, devices(forRoles(USER_ADMINISTRATOR))), 'effective')
  assert.equal(verdict(separateAdminEnvironments, devices(forRoles(GLOBAL_ADMINISTRATOR))), 'no_visibility')
})

test('the admin portals and Azure management together are enough; either one alone is not', () => {
  const on = (...includeApplications: string[]) =>
    verdict(separateAdminEnvironments, devices(policy({ ...compliant, applications: { includeApplications } })))
  assert.equal(on('MicrosoftAdminPortals', '797f4846-ba00-4fd7-ba43-dac1f8f63013'), 'effective')
  assert.equal(on('MicrosoftAdminPortals'), 'no_visibility')
})

test('a managed device counts in addition to a second factor, and so does a domain-joined device', () => {
  const both = policy({ grant: { ...mfaOrManaged, operator: 'AND' } })
  assert.equal(verdict(separateAdminEnvironments, devices(both)), 'effective')
  const joined = policy({ grant: { builtInControls: ['compliantDevice', 'domainJoinedDevice'] } })
  assert.equal(verdict(separateAdminEnvironments, devices(joined)), 'effective')
})

test('blocking all other platforms makes a policy for one platform complete', () => {
  const windows = { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } }
  const others = { platforms: { includePlatforms: ['all'], excludePlatforms: ['windows'] } }
  const pair = devices(
    policy({ ...compliant, conditions: windows }),
    policy({ conditions: others, grant: { builtInControls: ['block'] } }),
  )
  assert.equal(verdict(separateAdminEnvironments, pair), 'effective')
})

testAccounts(separateAdminEnvironments)
testDevices(separateAdminEnvironments)
