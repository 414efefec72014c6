import type { Script } from '../../model/remedy.ts'

/** Lists where the settings catalog of Intune has one of these settings. `pattern` is a regular expression about their ids. */
export const intuneSettings = (pattern: string): Script => ({
  language: 'PowerShell',
  needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.Read.All',
  check: `$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies?$expand=settings'
while ($uri) {
  $page = Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject
  foreach ($policy in $page.value) {
    $policy.settings.settingInstance | Where-Object { ($_ | ConvertTo-Json -Depth 20) -match '${pattern}' } |
      Select-Object @{ n = 'Policy'; e = { $policy.name } }, @{ n = 'Assigned'; e = { $policy.isAssigned } },
        @{ n = 'Value'; e = { $_.choiceSettingValue.value } },
        @{ n = 'Options'; e = { $_.choiceSettingValue.children.choiceSettingValue.value } }
  }
  $uri = $page.'@odata.nextLink'
}`,
})
