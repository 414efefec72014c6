import type { Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'
import { extendPolicy } from '../steps/extend.ts'

export const DEVICES: readonly Remedy[] = [
  {
    id: 'manage-local-administrator-passwords',
    title: 'Give every computer its own, automatically changed local administrator password',
    checks: ['local-administrator-passwords'],
    requirements: [],
    why: 'If all computers share one local administrator password, an attacker who learns it on one of them controls all of them the same afternoon.',
    extend: extendPolicy('the settings of Windows LAPS'),
    steps: [
      {
        text: 'In the Entra admin center, open Entra ID > Devices > Device settings, set “Enable Microsoft Entra Local Administrator Password Solution (LAPS)” to Yes, and save.',
        link: {
          title: 'Entra: device settings',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_Devices/DevicesMenuBlade/~/DeviceSettings/menuId/',
        },
      },
      {
        text: 'Open Endpoint security > Account protection in Intune and create a policy for Windows with the profile “Local admin password solution (Windows LAPS)”.',
        link: ENDPOINT_SECURITY.accountProtection,
      },
      {
        text: 'Set “Backup Directory” to Entra, or to Active Directory for computers that are joined to a domain only. Set “Password Age Days” to 30 or less, “Password Length” to 20 or more, and “Post Authentication Actions” so that the password changes after each use.',
      },
      {
        text: 'Assign one policy to all Windows devices, as groups of devices and not of users; two policies on one device block each other.',
      },
      {
        text: 'Limit who can read the passwords to a few people with the role Cloud Device Administrator, and look at the audit log for who did.',
      },
      {
        text: 'Remove old shared administrator accounts, the older Microsoft LAPS, and passwords written into scripts.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with Policy.Read.DeviceConfiguration',
      check: `# Whether Entra accepts the passwords
$uri = 'https://graph.microsoft.com/v1.0/policies/deviceRegistrationPolicy'
(Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject).localAdminPassword`,
    },
    licence: `${INTUNE_LICENCE}; Entra ID Free suffices`,
    requires: ['intune'],
    usersNotice: 'People notice nothing. Your support looks up the password of a computer when it needs it.',
    effort: 'hours',
    verified:
      'The next run reads the LAPS policy in Intune, what computers report to Secure Score, and whether the tenant lets Entra store the passwords; it expects LAPS on 98% of the Windows devices.',
    documentation: [
      {
        title: 'Deploy a Windows LAPS policy with Intune',
        url: 'https://learn.microsoft.com/intune/intune-service/protect/windows-laps-policy',
      },
      LEARN.lapsInIntune,
    ],
  },
  {
    id: 'encrypt-the-disks-of-computers',
    title: 'Encrypt the disk of every computer',
    checks: ['device-encryption'],
    requirements: [],
    why: 'If its disk is encrypted, a laptop left on a train is only a lost device; otherwise it is a data breach that you may have to report to customers and authorities.',
    steps: [
      {
        text: 'In Intune, open Devices > Manage devices > Configuration > Monitor > Device encryption status, and note computers that are not ready: no TPM, old firmware, or other encryption software, which must be removed first.',
        link: {
          title: 'Encryption report of Intune',
          url: 'https://learn.microsoft.com/intune/intune-service/protect/encryption-monitor',
        },
      },
      {
        text: 'Open Endpoint security > Disk encryption and create a policy for Windows with the profile BitLocker: “Require Device Encryption” Enabled, “Allow Warning For Other Disk Encryption” Disabled, “Allow Standard User Encryption” Enabled.',
        link: ENDPOINT_SECURITY.diskEncryption,
      },
      {
        text: 'In the same policy, do not allow a startup PIN or key, which would need the user, and turn on “Configure Recovery Password Rotation”. Assign it to a pilot group, then to all Windows devices.',
      },
      {
        text: 'For Macs, create a FileVault policy in the same place, which stores the recovery key in Intune.',
        link: {
          title: 'Encrypt Macs with FileVault',
          url: 'https://learn.microsoft.com/intune/intune-service/protect/encrypt-devices-filevault',
        },
      },
      {
        text: 'Check on a few computers that the recovery key is in Entra or Intune, before somebody needs it. Replace computers that cannot be encrypted.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.DeviceManagement, with DeviceManagementManagedDevices.Read.All',
      check: `Get-MgDeviceManagementManagedDevice -All |
  Where-Object { $_.OperatingSystem -in 'Windows', 'macOS' -and -not $_.IsEncrypted } |
  Select-Object DeviceName, UserPrincipalName, OperatingSystem, LastSyncDateTime`,
    },
    licence: `${INTUNE_LICENCE}, and Windows Pro`,
    requires: ['intune'],
    usersNotice: 'The computer encrypts itself in the background while people work, and Macs ask for a restart.',
    effort: 'days',
    verified:
      'The next run reads what each managed computer reports to Intune, and expects an encrypted disk on 98% of them.',
    documentation: [LEARN.encryptWindows],
  },
  {
    id: 'block-connections-to-dangerous-addresses',
    title: 'Block connections to dangerous addresses from every program',
    checks: ['network-protection'],
    requirements: [],
    why: 'Malware calls home for orders and sends out what it stole; if the computer refuses such addresses in every program, an infection stays harmless for longer.',
    extend: extendPolicy('the settings of network protection'),
    steps: [
      {
        text: 'Make sure that Microsoft Defender Antivirus is active with cloud protection. If you use another antivirus product, use its filter instead.',
      },
      {
        text: 'Open Endpoint security > Antivirus in Intune, create a policy for Windows with the profile Microsoft Defender Antivirus, and set “Enable Network Protection” to “Enabled (audit mode)” for all devices.',
        link: INTUNE.start,
      },
      {
        text: 'After two weeks, read what would have been blocked in the Defender portal, allow what your business needs with an indicator, and change the value to “Enabled (block mode)”.',
      },
      {
        text: 'On servers, also run Set-MpPreference -AllowNetworkProtectionOnWinServer $true, and on Windows Server 2016 -AllowNetworkProtectionDownLevel $true.',
      },
      {
        text: 'Make sure that no other policy, such as a baseline, sets another value for the same devices.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Defender module of Windows, on the computer, as an administrator for the change',
      check: `# 1 is block, 2 audit, 0 off
(Get-MpPreference).EnableNetworkProtection`,
      change: 'Set-MpPreference -EnableNetworkProtection AuditMode',
    },
    licence: `${INTUNE_LICENCE}, with Defender Antivirus`,
    requires: ['intune'],
    usersNotice: 'Windows shows a notice when a program tries to open a dangerous address.',
    effort: 'hours',
    verified:
      'The next run reads the setting in Intune and what computers report to Secure Score, and shows beside the answer on how many Windows devices it blocks; audit mode does not count.',
    documentation: [
      {
        title: 'Turn on network protection',
        url: 'https://learn.microsoft.com/defender-endpoint/enable-network-protection',
      },
    ],
  },
]
