import { ASR_GROUP } from '../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import type { Setting } from '../../src/engine/readers/settings/setting.ts'
import { fields, list } from '../../src/shared/json.ts'
import type { Values } from './snapshot-builder.ts'

const pad = (n: number): string => String(n).padStart(12, '0')
export const deviceId = (n: number): string => `dddddddd-0000-4000-8000-${pad(n)}`
export const userId = (n: number): string => `aaaaaaaa-0000-4000-8000-${pad(n)}`
export const groupId = (n: number): string => `cccccccc-0000-4000-8000-${pad(n)}`

/** How a device is managed and joined, under the names of `managedDevices` and of its beta. */
export const CLOUD_ONLY = {
  managementAgent: 'mdm',
  deviceEnrollmentType: 'windowsAzureADJoin',
  joinType: 'azureADJoined',
}
export const HYBRID = {
  managementAgent: 'mdm',
  deviceEnrollmentType: 'windowsCoManagement',
  joinType: 'hybridAzureADJoined',
}
export const CO_MANAGED = { ...HYBRID, managementAgent: 'configurationManagerClientMdm' }

/** Managed Windows devices PC-0, PC-1, …, each with its own user; by default Intune alone manages them. */
export const devices = (n: number, osVersion = '10.0.22631.4317', management: object = CLOUD_ONLY): unknown[] =>
  Array.from({ length: n }, (_, index) => ({
    ...management,
    id: `m-${index}`,
    deviceName: `PC-${index}`,
    operatingSystem: 'Windows',
    osVersion,
    userId: userId(index),
    azureADDeviceId: deviceId(index),
  }))

const target = (type: string, more: object = {}) => ({
  target: {
    '@odata.type': `#microsoft.graph.${type}`,
    deviceAndAppManagementAssignmentFilterId: null,
    deviceAndAppManagementAssignmentFilterType: 'none',
    ...more,
  },
})
export const allDevices = target('allDevicesAssignmentTarget')
export const allUsers = target('allLicensedUsersAssignmentTarget')
export const filteredDevices = target('allDevicesAssignmentTarget', {
  deviceAndAppManagementAssignmentFilterId: 'f',
  deviceAndAppManagementAssignmentFilterType: 'include',
})
export const group = (n: number) => target('groupAssignmentTarget', { groupId: groupId(n) })
export const without = (n: number) => target('exclusionGroupAssignmentTarget', { groupId: groupId(n) })

/** The members of a group as users 0 to n - 1, under their dataset name. */
export const usersIn = (group: number, from: number, to: number): Values => ({
  [`groupMembers/${groupId(group)}`]: Array.from({ length: to - from }, (_, index) => ({
    '@odata.type': '#microsoft.graph.user',
    id: userId(from + index),
  })),
})

const choiceInstance = (setting: Setting): object => ({
  '@odata.type': '#microsoft.graph.deviceManagementConfigurationChoiceSettingInstance',
  settingDefinitionId: setting.definitionId,
  choiceSettingValue: { value: setting.value, children: (setting.children ?? []).map(choiceInstance) },
})

/** A settings catalogue policy. */
export const policy = (name: string, settings: readonly Setting[], assignments: readonly unknown[]) => ({
  id: name,
  name,
  platforms: 'windows10',
  assignments,
  settings: settings.map((setting, index) => ({ id: String(index), settingInstance: choiceInstance(setting) })),
})

/** A settings catalogue policy with its settings in one group, as for attack surface reduction. */
export const groupedPolicy = (
  name: string,
  settings: readonly Setting[],
  assignments: readonly unknown[],
  settingDefinitionId: string = ASR_GROUP,
) => ({
  id: name,
  name,
  assignments,
  settings: [
    {
      id: '0',
      settingInstance: {
        '@odata.type': '#microsoft.graph.deviceManagementConfigurationGroupSettingCollectionInstance',
        settingDefinitionId,
        groupSettingCollectionValue: [{ children: settings.map(choiceInstance) }],
      },
    },
  ],
})

/** What beta lists of the same devices, with this edition of Windows. */
export const editionsOf = (managedDevices: unknown, skuFamily = 'Pro'): unknown[] =>
  list(managedDevices).map((device) => {
    const { id, joinType } = fields(device)
    return { id, joinType, skuFamily, skuNumber: skuFamily === 'Pro' ? 48 : 4 }
  })

/** How Defender Antivirus runs on `n` devices, as in its own table: `0` is active, `1` passive. */
export const antivirus = (n: number, mode = '0', from = 0): unknown[] => [
  { Mode: mode, AadDeviceIds: Array.from({ length: n }, (_, index) => deviceId(from + index)) },
]

/** A tenant whose Intune can be read completely and has only the given values. */
export const intune = (values: Values): Values => ({
  managedDevices: devices(10),
  deviceEditions: editionsOf(values.managedDevices ?? devices(10)),
  configurationPolicies: [],
  deviceConfigurations: [],
  groupPolicyConfigurations: [],
  intents: [],
  deviceHealthScripts: [],
  antivirusModes: antivirus(10),
  secureScores: [{ createdDateTime: '2026-02-28T00:00:00Z', controlScores: [] }],
  ...values,
})

export const secureScores = (...controlScores: object[]) => [{ createdDateTime: '2026-02-28T00:00:00Z', controlScores }]
