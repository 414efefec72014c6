import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../src/engine/datasets.ts'
import { requiredPermissions } from '../../src/tenant/permissions.ts'

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
  assert.ok(DATASETS.every(({ permission }) => permissions.includes(permission)))
})

test('no permission writes, and none is wider than reading', () => {
  const permissions = requiredPermissions()
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
