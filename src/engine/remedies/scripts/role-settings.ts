import type { Script } from '../../model/remedy.ts'

/**
 * Lists the settings of each directory role in Privileged Identity Management. `columns` are the entries of a hash table of
 * PowerShell about `$rules`, the properties of the rules by their ids.
 */
export const roleSettings = (columns: string): Script => ({
  language: 'PowerShell',
  needs:
    'Microsoft.Graph.Identity.SignIns and Microsoft.Graph.Identity.Governance, with RoleManagementPolicy.Read.Directory and RoleManagement.Read.Directory',
  check: `$names = Get-MgRoleManagementDirectoryRoleDefinition -All | Group-Object Id -AsHashTable
$roles = "scopeId eq '/' and scopeType eq 'DirectoryRole'"
Get-MgPolicyRoleManagementPolicyAssignment -All -Filter $roles -ExpandProperty 'policy($expand=rules)' |
  ForEach-Object {
    $rules = @{}
    foreach ($rule in $_.Policy.Rules) { $rules[$rule.Id] = $rule.AdditionalProperties }
    [pscustomobject]@{
      Role = $names[$_.RoleDefinitionId].DisplayName
${columns
  .split('\n')
  .map((line) => `      ${line}`)
  .join('\n')}
    }
  } | Sort-Object Role`,
})
