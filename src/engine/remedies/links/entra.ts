import type { Link } from '../../model/remedy.ts'

const blade = (title: string, path: string): Link => ({ title, url: `https://entra.microsoft.com/#view/${path}` })

/** Pages of the Entra admin center where several remedies are done. */
export const ENTRA = {
  start: { title: 'Microsoft Entra admin center', url: 'https://entra.microsoft.com/' },
  conditionalAccess: blade(
    'Conditional Access policies',
    'Microsoft_AAD_ConditionalAccess/ConditionalAccessBlade/~/Policies',
  ),
  methods: blade('Authentication methods', 'Microsoft_AAD_IAM/AuthenticationMethodsMenuBlade/~/AdminAuthMethods'),
  strengths: blade(
    'Authentication strengths',
    'Microsoft_AAD_ConditionalAccess/AuthenticationStrength.ReactView/fromNav/Identity',
  ),
  roles: blade('Roles and administrators', 'Microsoft_AAD_IAM/RolesManagementMenuBlade/~/AllRoles'),
  privilegedRoles: blade(
    'Roles in Privileged Identity Management',
    'Microsoft_Azure_PIMCommon/ResourceMenuBlade/~/roles/resourceId//resourceType/tenant/provider/aadroles',
  ),
  enterpriseApps: blade(
    'Enterprise applications',
    'Microsoft_AAD_IAM/StartboardApplicationsMenuBlade/~/AppAppsPreview',
  ),
  collaboration: blade(
    'External collaboration settings',
    'Microsoft_AAD_IAM/CompanyRelationshipsMenuBlade/~/Settings/menuId/Settings',
  ),
  inboundAccess: blade(
    'Default inbound access of other organisations',
    'Microsoft_AAD_IAM/InboundAccessSettings.ReactView/isDefault~/true/name//id/',
  ),
  users: blade('All users', 'Microsoft_AAD_UsersAndTenants/UserManagementMenuBlade/~/AllUsers/menuId/'),
  diagnostics: blade('Diagnostic settings', 'Microsoft_AAD_IAM/DiagnosticSettingsMenuBlade/~/General'),
} as const satisfies Record<string, Link>
