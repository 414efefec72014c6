import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DATASETS } from '../../src/engine/datasets/catalogue.ts'
import type { Dataset } from '../../src/engine/datasets/dataset.ts'
import { fields, texts } from '../../src/shared/json.ts'

/** Compares the permission of each dataset with those that Microsoft publishes for its path. */

const { permissions: PUBLISHED } = fields(
  JSON.parse(readFileSync(new URL('published-permissions.json', import.meta.url), 'utf8')),
)

interface Correction {
  permission: string
  source: string
}

/** What the table lacks or has wrong, by the name of the dataset. */
const CORRECTIONS: Readonly<Record<string, Correction>> = {
  deviceHealthScripts: {
    permission: 'DeviceManagementScripts.Read.All',
    source: 'Intune: scripts need this permission instead of DeviceManagementConfiguration since 31 July 2025',
  },
  deviceHealthScript: {
    permission: 'DeviceManagementScripts.Read.All',
    source: 'Intune: scripts need this permission instead of DeviceManagementConfiguration since 31 July 2025',
  },
  userActivity: {
    permission: 'AuditLog.Read.All',
    source: 'Graph reference, "List users": signInActivity needs AuditLog.Read.All and a premium licence',
  },
  groupRolePolicies: {
    permission: 'RoleManagementPolicy.Read.AzureADGroup',
    source: 'Graph reference, "List roleManagementPolicyAssignments", for PIM for groups',
  },
  groupEligibilities: {
    permission: 'PrivilegedEligibilitySchedule.Read.AzureADGroup',
    source: 'Graph reference, "List eligibilityScheduleInstances" of privilegedAccessGroup',
  },
  groups: { permission: 'GroupMember.Read.All', source: 'Graph reference, "Get group"' },
  perUserMfa: {
    permission: 'Policy.Read.All',
    source: 'Graph reference (beta), "Get authentication method states", per-user MFA of others',
  },
  permissionClassifications: {
    permission: 'Application.Read.All',
    source: 'Graph reference, "List delegatedPermissionClassifications"',
  },
  applicationManagementPolicy: {
    permission: 'Policy.Read.All',
    source: 'Graph reference, "Get tenantAppManagementPolicy"',
  },
  windowsUpdateCatalogItems: {
    permission: 'DeviceManagementConfiguration.Read.All',
    source: 'Graph reference (beta), "List windowsQualityUpdateCatalogItems"',
  },
  groupPolicyDefinitionValues: {
    permission: 'DeviceManagementConfiguration.Read.All',
    source: 'Graph reference (beta), "List groupPolicyDefinitionValues"',
  },
  intentSettings: {
    permission: 'DeviceManagementConfiguration.Read.All',
    source: 'Graph reference (beta), "List deviceManagementSettingInstances"',
  },
  backupPolicies: {
    permission: 'BackupRestore-Configuration.Read.All',
    source: 'Graph reference, "List protectionPolicies" of backupRestoreRoot',
  },
}

/** The permissions with which a dataset can be read, according to Microsoft. */
const permitted = ({ key, path }: Dataset): string[] => {
  const corrected = CORRECTIONS[key]
  return corrected ? [corrected.permission] : texts(fields(PUBLISHED)[path])
}

test('the permission of every dataset is one that Microsoft publishes for its path', () => {
  for (const declared of DATASETS)
    assert.ok(permitted(declared).includes(declared.permission), `${declared.key}: ${permitted(declared).join(' or ')}`)
})

test('each correction of published permissions is needed and names its source', () => {
  const keys = new Set(DATASETS.map(({ key }) => key))
  for (const [key, { source }] of Object.entries(CORRECTIONS)) {
    assert.ok(keys.has(key), key)
    assert.match(source, /^(Graph reference|Intune)/)
  }
  const paths = new Set(DATASETS.map(({ path }) => path))
  const unused = Object.keys(fields(PUBLISHED)).filter((path) => !paths.has(path))
  assert.deepEqual(unused, ['/devices'], 'a row that nothing uses')
})

test('a permission that shows more of a response is one for the objects in it', () => {
  const members = DATASETS.find(({ key }) => key === 'groupMembers')
  const names = members?.reveals?.map(({ permission }) => permission) ?? []
  assert.ok(names.some((name) => texts(fields(PUBLISHED)['/devices']).includes(name)))
})
