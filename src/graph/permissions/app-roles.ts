/** Application id of Microsoft Graph, the same in every tenant. */
export const GRAPH_APPLICATION_ID = '00000003-0000-0000-c000-000000000000'

/**
 * Ids of the application roles of the permissions we ask for, as an application's manifest names them.
 * Source: microsoftgraph/microsoft-graph-devx-content, permissions/permissions-descriptions.json (MIT).
 */
export const APP_ROLE_IDS: Readonly<Record<string, string>> = {
  'AccessReview.Read.All': 'd07a8cc0-3d51-4b77-b3b0-32704d1f69fa',
  'Application.Read.All': '9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30',
  'AuditLog.Read.All': 'b0afded3-3588-46d8-8b3d-9842eff778da',
  'BackupRestore-Configuration.Read.All': '5fbb5982-3230-4882-93c0-2167523ce0c2',
  'Device.Read.All': '7438b122-aefc-4978-80ed-43db9fcc7715',
  'DeviceManagementConfiguration.Read.All': 'dc377aa6-52d8-4e23-b271-2a7ae04cedf3',
  'DeviceManagementManagedDevices.Read.All': '2f51be20-0bb4-4fed-bf7b-db946066c75e',
  'DeviceManagementScripts.Read.All': 'c7a5be92-2b3d-4540-8a67-c96dcaae8b43',
  'Domain.Read.All': 'dbb9058a-0e50-45d7-ae91-66909b5d4664',
  'GroupMember.Read.All': '98830695-27a2-44f7-8c18-0c3ebc9698f6',
  'Member.Read.Hidden': '658aa5d8-239f-45c4-aa12-864f4fc7e490',
  'Organization.Read.All': '498476ce-e0fe-48b0-b801-37ba7e2685c6',
  'Policy.Read.All': '246dd0d5-5bd0-4def-940b-0421030a5b68',
  'Policy.Read.DeviceConfiguration': 'bdba4817-6ba1-4a7c-8a01-be9bc7c242dd',
  'Policy.Read.PermissionGrant': '9e640839-a198-48fb-8b9a-013fd6f6cbcd',
  'PrivilegedEligibilitySchedule.Read.AzureADGroup': 'edb419d6-7edc-42a3-9345-509bfdf5d87c',
  'RoleManagement.Read.Directory': '483bed4a-2ad3-4361-a73b-c83ccdbdc53c',
  'RoleManagementPolicy.Read.AzureADGroup': '69e67828-780e-47fd-b28c-7b27d14864e6',
  'SecurityEvents.Read.All': 'bf394140-e372-4bf9-a898-299cfc7564e5',
  'SecurityIncident.Read.All': '45cc0394-e837-488b-a098-1918f48d186c',
  'SharePointTenantSettings.Read.All': '83d4163d-a2d8-4d3b-9695-4ae3ca98f888',
  'ThreatHunting.Read.All': 'dd98c7f5-2d42-42d3-a0e4-633161547251',
  'User.Read.All': 'df021288-bdef-4463-88db-98f22de89214',
}
