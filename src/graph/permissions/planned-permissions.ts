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
 * Names: Microsoft Graph permissions reference; `/admin/sharepoint/settings` as in
 * microsoftgraph/microsoft-graph-devx-content, permissions/new/permissions.json.
 */
export const PLANNED_PERMISSIONS: readonly PlannedPermission[] = [
  {
    name: 'SharePointTenantSettings.Read.All',
    required: true,
    purpose: 'how files may be shared outside the organisation',
  },
]
