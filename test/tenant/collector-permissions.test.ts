import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../src/engine/datasets.ts'
import { optionalPermissions, requiredPermissions } from '../../src/tenant/permissions.ts'

/** What a customer may ever be asked to consent to; to add to it is a decision, not a detail. */
const ALLOWED = new Set([
  'AccessReview.Read.All',
  'Application.Read.All',
  'AuditLog.Read.All',
  'DeviceManagementConfiguration.Read.All',
  'DeviceManagementManagedDevices.Read.All',
  'Domain.Read.All',
  'GroupMember.Read.All',
  'Organization.Read.All',
  'Policy.Read.All',
  'Policy.Read.DeviceConfiguration',
  'RoleManagement.Read.Directory',
  'SecurityEvents.Read.All',
  'SecurityIncident.Read.All',
  'SharePointTenantSettings.Read.All',
  'User.Read.All',
])

test('every dataset is covered by a permission of the allowed list', () => {
  const permissions = requiredPermissions()
  assert.deepEqual(
    permissions.filter((permission) => !ALLOWED.has(permission)),
    [],
  )
  const demanded = DATASETS.filter(({ optional }) => !optional)
  assert.ok(demanded.every(({ permission }) => permissions.includes(permission)))
})

test('a permission that only optional datasets need is never demanded, and is named apart', () => {
  const optional = optionalPermissions()
  assert.ok(optional.includes('BackupRestore-Configuration.Read.All'))
  const required = requiredPermissions()
  assert.deepEqual(
    optional.filter((permission) => required.includes(permission) || ALLOWED.has(permission)),
    [],
  )
  const all = new Set(DATASETS.map(({ permission }) => permission))
  assert.equal(all.size, required.length + optional.length)
})

test('no permission writes, and none is wider than reading', () => {
  const permissions = [...requiredPermissions(), ...optionalPermissions()]
  assert.ok(permissions.length > 0)
  assert.deepEqual(
    permissions.filter((name) => !/\.Read\./.test(name) || /write|manage\.|fullcontrol/i.test(name)),
    [],
  )
})

test('permissions are listed once each, in order', () => {
  const permissions = requiredPermissions()
  assert.deepEqual(permissions, [...new Set(permissions)].sort())
})
