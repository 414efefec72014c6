import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'

const POLICIES =
  'Microsoft.Graph.Identity.SignIns, with Policy.Read.All, and Policy.ReadWrite.ApplicationConfiguration for the change'
const READ = 'Get-MgPolicyDefaultAppManagementPolicy | ConvertTo-Json -Depth 6'

export const APPLICATION_CREDENTIALS: readonly Remedy[] = [
  {
    id: 'limit-lifetime-of-application-credentials',
    title: 'Limit how long the secrets and certificates of applications are valid',
    checks: ['application-secret-lifetime', 'application-certificate-lifetime'],
    requirements: [],
    why: 'A secret that was once copied from a script or a laptop works for a criminal until it expires, which can take decades if nobody sets a limit.',
    steps: [
      {
        text: 'List applications whose secrets or certificates expire late, and find their owners. Existing ones continue to work; only new ones are limited.',
      },
      {
        text: 'Open Entra ID > Enterprise apps > Application policies > “Restrict max password lifetime”, set it to On with 180 days, and let it apply to all applications.',
        link: ENTRA.enterpriseApps,
      },
      {
        text: 'On the same page, set “Restrict max certificate lifetime” to On with 365 days, for all applications.',
      },
      {
        text: 'Agree with each owner on a date to renew, automate renewal with Azure Key Vault where possible, and replace old long-lived secrets now.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: POLICIES,
      check: READ,
      change: `# Add the restrictions that the policy already has: each list is replaced as a whole.
function Limit($type, $life) {
  @{ restrictionType = $type; state = 'enabled'; maxLifetime = $life; restrictForAppsCreatedAfterDateTime = '2001-01-01T00:00:00Z' }
}
$limits = @{
  passwordCredentials = @((Limit 'passwordLifetime' 'P180D'), (Limit 'symmetricKeyLifetime' 'P180D'))
  keyCredentials = @(, (Limit 'asymmetricKeyLifetime' 'P365D'))
}
Update-MgPolicyDefaultAppManagementPolicy -WhatIf -BodyParameter @{
  isEnabled = $true; applicationRestrictions = $limits; servicePrincipalRestrictions = $limits
}`,
    },
    licence: 'None: Microsoft lists application management policies in the free edition of Workload ID',
    usersNotice:
      'Owners of applications have to renew secrets twice a year and certificates once. Other people notice nothing.',
    effort: 'hours',
    verified:
      'The next run reads the default policy and expects at most 180 days for secrets and 365 for certificates, of applications and service principals of any age.',
    documentation: [
      learn('Application management policies', 'entra/identity/enterprise-apps/configure-app-management-policies'),
      learn('Enforce standards for secrets', 'entra/identity/enterprise-apps/tutorial-enforce-secret-standards'),
    ],
  },
  {
    id: 'block-application-secrets',
    title: 'Stop giving applications secrets that work like passwords',
    checks: ['application-secrets-blocked'],
    requirements: [],
    why: 'Secrets of applications end up in scripts, emails and backups; anybody who finds one can use it from anywhere without a second factor.',
    steps: [
      {
        text: 'Move applications in Azure to managed identities, pipelines to federated credentials, and everything else to certificates.',
        link: learn(
          'Migrate applications away from secrets',
          'entra/identity/enterprise-apps/migrate-applications-from-secrets',
        ),
      },
      {
        text: 'Give an exception to each application that cannot be moved yet, on the page of the restriction under “Excluded apps”, with an end date in your records.',
      },
      {
        text: 'Open Entra ID > Enterprise apps > Application policies > “Block password addition”, set it to On and let it apply to all applications. This blocks passwords and symmetric keys.',
        link: ENTRA.enterpriseApps,
      },
      { text: 'Remove remaining secrets one by one, after the sign-in logs show that nothing uses them any more.' },
    ],
    script: {
      language: 'PowerShell',
      needs: POLICIES,
      check: READ,
      change: `# Add the restrictions that the policy already has: each list is replaced as a whole.
function Block($type) {
  @{ restrictionType = $type; state = 'enabled'; restrictForAppsCreatedAfterDateTime = '2001-01-01T00:00:00Z' }
}
$blocks = @{ passwordCredentials = @((Block 'passwordAddition'), (Block 'symmetricKeyAddition')) }
Update-MgPolicyDefaultAppManagementPolicy -WhatIf -BodyParameter @{
  isEnabled = $true; applicationRestrictions = $blocks; servicePrincipalRestrictions = $blocks
}`,
    },
    licence: 'None: application management policies and managed identities are free of charge',
    usersNotice: 'Nobody notices it, except developers and suppliers who wanted to create a secret.',
    effort: 'days',
    verified:
      'The next run expects that no passwords or symmetric keys can be added to applications and service principals.',
    documentation: [
      learn(
        'Restrict how applications are configured',
        'entra/identity/enterprise-apps/configure-app-management-policies',
      ),
      learn(
        'Managed identities',
        'entra/identity/managed-identities-azure-resources/managed-identity-best-practice-recommendations',
      ),
    ],
  },
]
