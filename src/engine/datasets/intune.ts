/** Devices, and the policies and scripts that Microsoft Intune applies to them. */

import { type Dataset, idsOf } from './dataset.ts'
import { INTUNE } from './service-plans.ts'

/** Update profiles exist only in beta. */
const updateProfiles = (key: string): Dataset => ({
  key,
  apiVersion: 'beta',
  path: `/deviceManagement/${key}`,
  query: { $expand: 'assignments' },
  permission: 'DeviceManagementConfiguration.Read.All',
  rateClass: 'intune',
  shape: 'list',
  servicePlans: INTUNE,
})

export const INTUNE_DATASETS: readonly Dataset[] = [
  {
    key: 'managedDevices',
    apiVersion: 'v1.0',
    path: '/deviceManagement/managedDevices',
    query: {
      $select:
        'id,deviceName,userId,userPrincipalName,azureADDeviceId,operatingSystem,osVersion,complianceState,managementAgent,deviceEnrollmentType,deviceRegistrationState,managedDeviceOwnerType,configurationManagerClientEnabledFeatures,lastSyncDateTime,enrolledDateTime,isEncrypted',
      $top: '500',
    },
    permission: 'DeviceManagementManagedDevices.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The edition decides how long a release of Windows is supported, and how a device is joined decides whether group
    // policy reaches it; only beta has both.
    key: 'deviceEditions',
    apiVersion: 'beta',
    path: '/deviceManagement/managedDevices',
    query: { $select: 'id,joinType,skuFamily,skuNumber', $top: '500' },
    permission: 'DeviceManagementManagedDevices.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  updateProfiles('windowsQualityUpdateProfiles'),
  updateProfiles('windowsFeatureUpdateProfiles'),
  updateProfiles('windowsDriverUpdateProfiles'),
  {
    key: 'configurationPolicies',
    apiVersion: 'beta',
    path: '/deviceManagement/configurationPolicies',
    query: { $expand: 'assignments,settings' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'deviceConfigurations',
    apiVersion: 'v1.0',
    path: '/deviceManagement/deviceConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The v1.0 shape of endpoint protection profiles lacks the attack surface reduction rules.
    key: 'deviceConfigurationsBeta',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'groupPolicyConfigurations',
    apiVersion: 'beta',
    path: '/deviceManagement/groupPolicyConfigurations',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'groupPolicyDefinitionValues',
    apiVersion: 'beta',
    path: '/deviceManagement/groupPolicyConfigurations/{id}/definitionValues',
    query: { $expand: 'definition($select=id,displayName,classType,categoryPath),presentationValues' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
    each: { of: ['groupPolicyConfigurations'], ids: idsOf },
  },
  {
    key: 'intents',
    apiVersion: 'beta',
    path: '/deviceManagement/intents',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    key: 'intentSettings',
    apiVersion: 'beta',
    path: '/deviceManagement/intents/{id}/settings',
    permission: 'DeviceManagementConfiguration.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
    each: { of: ['intents'], ids: idsOf },
  },
  {
    key: 'deviceHealthScripts',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceHealthScripts',
    query: { $expand: 'assignments' },
    permission: 'DeviceManagementScripts.Read.All',
    rateClass: 'intune',
    shape: 'list',
    servicePlans: INTUNE,
  },
  {
    // The list leaves out what the scripts do.
    key: 'deviceHealthScript',
    apiVersion: 'beta',
    path: '/deviceManagement/deviceHealthScripts/{id}',
    permission: 'DeviceManagementScripts.Read.All',
    rateClass: 'intune',
    shape: 'object',
    servicePlans: INTUNE,
    each: { of: ['deviceHealthScripts'], ids: idsOf },
  },
]
