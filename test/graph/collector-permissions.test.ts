import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../src/engine/datasets/catalogue.ts'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { collectSnapshot } from '../../src/graph/collection/collect.ts'
import { APP_ROLE_IDS } from '../../src/graph/permissions/app-roles.ts'
import {
  describePermissions,
  optionalPermissions,
  requiredPermissions,
} from '../../src/graph/permissions/permissions.ts'
import { PLANNED_PERMISSIONS } from '../../src/graph/permissions/planned-permissions.ts'
import { modelTenant } from '../../src/simulator/model-tenant.ts'

import { openSimulator } from '../harness/simulator.ts'

/** All permissions that a customer may be asked for; adding one is a deliberate decision. */
const ALLOWED = new Set([
  'AccessReview.Read.All',
  'Application.Read.All',
  'AuditLog.Read.All',
  'Device.Read.All',
  'DeviceManagementConfiguration.Read.All',
  'DeviceManagementManagedDevices.Read.All',
  'DeviceManagementScripts.Read.All',
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

test('a permission that only optional datasets need is not required, and is listed separately', () => {
  const optional = optionalPermissions()
  assert.ok(optional.includes('BackupRestore-Configuration.Read.All'))
  const required = requiredPermissions()
  assert.deepEqual(
    optional.filter((permission) => required.includes(permission) || ALLOWED.has(permission)),
    [],
  )
  const all = new Set([
    ...DATASETS.flatMap(({ permission, reveals = [] }) => [permission, ...reveals.map((more) => more.permission)]),
    ...PLANNED_PERMISSIONS.map(({ name }) => name),
  ])
  assert.equal(all.size, required.length + optional.length)
})

test('no permission allows writing', () => {
  const permissions = [...requiredPermissions(), ...optionalPermissions()]
  assert.ok(permissions.length > 0)
  assert.deepEqual(
    permissions.filter((name) => !/\.Read\./.test(name) || /write|manage\.|fullcontrol/i.test(name)),
    [],
  )
})

test('permissions are unique and sorted', () => {
  const permissions = requiredPermissions()
  assert.deepEqual(permissions, [...new Set(permissions)].sort())
})

test('each permission has the id of its application role, its datasets, and the products that use it', () => {
  const described = describePermissions()
  assert.deepEqual(
    described.map(({ name }) => name),
    [...requiredPermissions(), ...optionalPermissions()],
  )
  for (const { name, appRoleId, datasets, planned, requirements } of described) {
    assert.match(appRoleId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, name)
    assert.equal(datasets.length === 0, planned !== undefined, name)
    if (planned !== undefined) continue
    assert.ok(
      Object.values(requirements).some((count) => count > 0),
      `${name} serves no requirement`,
    )
  }
  assert.equal(new Set(described.map(({ appRoleId }) => appRoleId)).size, described.length)
  assert.deepEqual(new Set(described.flatMap(({ datasets }) => datasets)), new Set(DATASETS.map(({ key }) => key)))
})

test('a planned permission is requested with its purpose, and no dataset needs it yet', () => {
  const used = new Set(DATASETS.map(({ permission }) => permission))
  for (const { name, required, purpose } of PLANNED_PERMISSIONS) {
    assert.equal(used.has(name), false, `${name} is in use: take it out of the planned ones`)
    assert.equal((required ? requiredPermissions() : optionalPermissions()).includes(name), true, name)
    assert.equal(describePermissions().find((described) => described.name === name)?.planned, purpose)
    assert.ok(APP_ROLE_IDS[name], name)
  }
})

test('the model tenant has the same content as a collection of that tenant', async () => {
  const model = modelTenant()
  const now = model.collectedAt
  await using opened = await openSimulator({ now: () => new Date(now) })
  const read = await collectSnapshot(opened.source, { tenantId: model.tenantId, deadlineMs: 60_000 })
  assert.deepEqual(Object.keys(model.responses).sort(), Object.keys(read.responses).sort())
  for (const framework of FRAMEWORKS) {
    const verdicts = (snapshot: typeof read) =>
      evaluateFramework(framework, readTenant(snapshot), { target: 2, parameters: { now } }).requirements.map(
        ({ id, verdict }) => [id, verdict],
      )
    assert.deepEqual(verdicts(model), verdicts(read))
  }
})
