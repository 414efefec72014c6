import type { Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'
import { extendPolicy } from '../steps/extend.ts'

export const CREDENTIALS: readonly Remedy[] = [
  {
    id: 'turn-on-credential-guard',
    title: 'Lock away the passwords that Windows stores',
    checks: ['credential-guard'],
    requirements: [],
    why: 'An attacker on one computer copies the credentials of everybody who has used it, administrators included, and moves on; Credential Guard locks them away.',
    extend: extendPolicy('the settings of Credential Guard'),
    steps: [
      {
        text: 'Check the edition: Credential Guard needs Windows Enterprise or Education. Computers with Pro get Enterprise by signing in with a licence for it; on Pro alone they do not meet the requirement.',
      },
      {
        text: 'Find out what breaks: Wi-Fi and VPN that sign in with MS-CHAPv2 or NTLMv1 no longer do so without a prompt. Change them to certificates first.',
        link: {
          title: 'Credential Guard: considerations and known issues',
          url: 'https://learn.microsoft.com/windows/security/identity-protection/credential-guard/considerations-known-issues',
        },
      },
      {
        text: 'In Intune, open Devices > Manage devices > Configuration and create a settings catalog policy. In the category Device Guard, set “Credential Guard” to “Enabled without lock” and switch on “Enable Virtualization Based Security”. Assign it to a pilot group.',
      },
      {
        text: 'After two weeks, change the value to “Enabled with UEFI lock”, so that malware cannot undo it, and assign the policy to all Windows devices. Remove every policy that turns Credential Guard off.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as an administrator, on the computer',
      check: `# Contains 1 if Credential Guard is running
(Get-CimInstance -ClassName Win32_DeviceGuard -Namespace root\\Microsoft\\Windows\\DeviceGuard).SecurityServicesRunning`,
    },
    licence: 'Windows Enterprise E3, which Microsoft 365 E3 includes and Business Premium does not',
    usersNotice: 'Computers restart once. Older Wi-Fi or VPN connections may ask for the password again.',
    effort: 'days',
    verified:
      'The next run reads the Intune policy, the default of Windows 11 22H2 and later, and what computers report to Secure Score, and expects it on 98% of them.',
    documentation: [LEARN.credentialGuard],
  },
  {
    id: 'protect-the-local-security-authority',
    title: 'Protect the part of Windows that checks sign-ins',
    checks: ['lsa-protection'],
    requirements: [],
    why: 'Well-known attack tools read passwords and tickets from the memory of the process that checks sign-ins; LSA protection stops other programs from reading that memory.',
    extend: extendPolicy('the settings that protect the Local Security Authority'),
    steps: [
      {
        text: 'Look for software that plugs into the sign-in, such as smart card middleware, password filters or single sign-on agents. On one computer with each, read events 3065 and 3066 in CodeIntegrity/Operational.',
      },
      {
        text: 'Update or replace what is not signed by Microsoft, because it will no longer load.',
      },
      {
        text: 'In Intune, open Devices > Manage devices > Configuration. In a settings catalog policy, category Local Security Authority, set “Configure Lsa Protected Process” to “Enabled without UEFI lock” for a pilot group. The setting exists on Windows 11 22H2 and later.',
        link: {
          title: 'Settings of the Local Security Authority in Intune',
          url: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-lsa',
        },
      },
      {
        text: 'After a week, change the value to “Enabled with UEFI lock”, as ASD expects, and assign the policy to all Windows devices.',
      },
      {
        text: 'On Windows 10, set the registry value RunAsPPL to 1 below HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa with an Intune script, and restart the computers.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as an administrator, on the computer',
      check: `# 1 or 2: configured. Event 12 says that it started as a protected process
(Get-ItemProperty 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\Lsa').RunAsPPL
Get-WinEvent -FilterHashtable @{ LogName = 'System'; ProviderName = 'Microsoft-Windows-Wininit'; Id = 12 } -MaxEvents 1`,
    },
    licence: 'None beyond Windows Pro; Intune, which Microsoft 365 Business Premium and E3 include, delivers it',
    usersNotice: 'People notice nothing, except where an old card reader or sign-in program needs an update.',
    effort: 'hours',
    verified:
      'The next run reads the setting in Intune and what computers report to Secure Score, and expects it on 98% of the Windows devices.',
    documentation: [LEARN.lsaProtection],
  },
  {
    id: 'accept-remote-desktop-without-credentials',
    title: 'Let computers accept remote desktop without receiving passwords',
    checks: ['remote-credential-guard'],
    requirements: [],
    why: 'An administrator who helps on an infected computer by remote desktop hands over the key to the whole network, unless the credentials stay on the administrator’s own computer.',
    extend: extendPolicy('the settings for Remote Desktop'),
    steps: [
      {
        text: 'List where remote desktop is used, and with which accounts. Remote Credential Guard works with Kerberos and connects to computers in an Active Directory domain, not to computers that are joined to Entra only.',
      },
      {
        text: 'In Intune, open Devices > Manage devices > Configuration. In a settings catalog policy, in Administrative Templates > System > Credentials Delegation, set “Remote host allows delegation of nonexportable credentials” to Enabled, and assign it to all Windows devices.',
        link: INTUNE.start,
      },
      {
        text: 'That prepares the computers that people connect to. It protects nobody until the connecting computer asks for it, through a policy of its own or with mstsc /remoteGuard; try it once from one computer to another.',
      },
      {
        text: 'For help on users’ computers, use Intune Remote Help or the tool of your service provider instead, because an infected computer could misuse the open session.',
      },
      {
        text: 'Turn off remote desktop wherever nobody needs it, and let no computer accept it from the internet.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell, on a computer that receives the policy',
      check: `# 1: this computer accepts connections that leave the credentials on the connecting computer
Get-ItemProperty 'HKLM:\\SOFTWARE\\Policies\\Microsoft\\Windows\\CredentialsDelegation' -ErrorAction SilentlyContinue |
  Select-Object AllowProtectedCreds`,
    },
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'People notice nothing: ordinary connections work as before.',
    effort: 'hours',
    verified:
      'The next run expects that a policy lets 98% of the managed Windows devices accept such connections. It cannot see whether the connecting computers ask for it.',
    documentation: [LEARN.remoteCredentialGuard],
  },
]
