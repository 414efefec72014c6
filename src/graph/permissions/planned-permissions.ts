/** A permission that customers already consent to, although nothing uses it yet. */
interface PlannedPermission {
  name: string
  required: boolean
  /** What it will be used to read, to finish "to read …". */
  purpose: string
}

/**
 * Permissions that a later version will need, declared ahead so that customers consent only once. Until a dataset needs
 * them, a missing one has no effect: no reading, requirement or count depends on it.
 * Names: Microsoft Graph permissions reference. `/devices`, `/admin/sharepoint/settings` and
 * `/policies/permissionGrantPolicies` as in microsoftgraph/microsoft-graph-devx-content, permissions/new/permissions.json.
 */
export const PLANNED_PERMISSIONS: readonly PlannedPermission[] = [
  {
    name: 'Device.Read.All',
    required: true,
    purpose: 'the devices that are members of the groups policies are assigned to',
  },
  {
    name: 'DeviceManagementScripts.Read.All',
    required: true,
    purpose: 'health scripts, which Intune has moved to this permission',
  },
  {
    name: 'SharePointTenantSettings.Read.All',
    required: true,
    purpose: 'how files may be shared outside the organisation',
  },
  {
    name: 'Policy.Read.PermissionGrant',
    required: false,
    purpose: 'which permissions users may grant to applications themselves',
  },
  {
    name: 'PrivilegedEligibilitySchedule.Read.AzureADGroup',
    required: false,
    purpose: 'who can make themselves a member of a group that holds administrator roles',
  },
  {
    name: 'RoleManagementPolicy.Read.AzureADGroup',
    required: false,
    purpose: 'what becoming such a member takes: approval, multifactor authentication, a time limit',
  },
]
