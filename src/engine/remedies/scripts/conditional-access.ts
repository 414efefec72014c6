import type { Script } from '../../model/remedy.ts'

/**
 * Lists the Conditional Access policies that have something, with their state and whom they leave out. `condition` is an
 * expression of PowerShell about `$_`, one policy.
 */
export const policiesWhere = (condition: string): Script => ({
  language: 'PowerShell',
  needs: 'Microsoft.Graph.Identity.SignIns, with Policy.Read.All',
  check: `Get-MgIdentityConditionalAccessPolicy -All |
  Where-Object { ${condition} } |
  Select-Object DisplayName, State,
    @{ n = 'Users'; e = { $_.Conditions.Users.IncludeUsers -join ', ' } },
    @{ n = 'Roles'; e = { $_.Conditions.Users.IncludeRoles.Count } },
    @{ n = 'Excluded users'; e = { $_.Conditions.Users.ExcludeUsers -join ', ' } },
    @{ n = 'Excluded groups'; e = { $_.Conditions.Users.ExcludeGroups -join ', ' } },
    @{ n = 'Resources'; e = { $_.Conditions.Applications.IncludeApplications -join ', ' } },
    @{ n = 'Grant'; e = { $_.GrantControls.BuiltInControls -join ', ' } }`,
})
