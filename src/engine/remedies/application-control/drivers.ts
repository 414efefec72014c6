import type { Remedy } from '../../model/remedy.ts'
import { appControl } from '../links/hardening-guides.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'

export const DRIVERS: readonly Remedy[] = [
  {
    id: 'load-approved-drivers-only',
    title: 'Load only drivers that you have approved',
    checks: ['application-control-drivers'],
    requirements: ['ISM-1658'],
    why: 'A driver has more power than any administrator: one malicious or flawed driver can switch off every protection of the computer.',
    steps: [
      {
        text: 'Use App Control for Business, because AppLocker does not control drivers. Every enforced App Control policy applies to drivers too; Intune’s built-in policy allows every driver that Windows trusts.',
      },
      {
        text: 'List the drivers in use on one computer of each model with the script below, and decide which vendors you approve. Save the list with its date.',
      },
      {
        text: 'In the App Control Wizard, start from the template “Default Windows Mode” and allow your applications. The template accepts every driver that Microsoft has certified: replace its WHQL signers for kernel mode with one rule for each approved vendor, made with New-CIPolicyRule -Level WHQLPublisher.',
        link: appControl(
          'Create a base policy with the App Control Wizard',
          'design/appcontrol-wizard-create-base-policy',
        ),
      },
      {
        text: 'Upload the file at Endpoint security > App Control for Business with the format “Enter xml data”, in audit mode, for one computer of each model. Connect its docks, printers and scanners, and read event 3076.',
        link: ENDPOINT_SECURITY.applicationControl,
      },
      {
        text: 'Enforce it group by group in place of the built-in policy, with the rule option Enabled:Boot Audit on Failure, so that a computer still starts if a driver that it needs is missing from the list.',
      },
      { text: 'Add drivers of new hardware to the list before you buy it for everybody.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell, on one computer of each model',
      check: `Get-CimInstance -ClassName Win32_PnPSignedDriver |
  Where-Object { $_.DriverProviderName -ne 'Microsoft' } |
  Sort-Object DriverProviderName, DeviceName |
  Select-Object DriverProviderName, DeviceName, DriverVersion, Signer`,
    },
    licence: `${INTUNE_LICENCE}; Windows Pro suffices`,
    requires: ['intune'],
    usersNotice: 'Hardware that people bring in does not work until its driver is approved.',
    effort: 'project',
    verified:
      'The next run expects an enforced App Control policy on 98% of the managed Windows devices. It cannot know which drivers you approve: answer that in the questionnaire, and show the list.',
    documentation: [
      appControl('Policy options and file rule levels of App Control', 'design/select-types-of-rules-to-create'),
      appControl('App Control and AppLocker compared', 'appcontrol-and-applocker-overview'),
    ],
  },
  {
    id: 'turn-on-memory-integrity',
    title: 'Protect the core of Windows, and block drivers with known flaws',
    checks: ['memory-integrity', 'driver-blocklist'],
    requirements: ['ISM-1659'],
    why: 'Attackers install old drivers with known flaws to switch off antivirus software; these two protections of Windows keep such drivers out.',
    steps: [
      {
        text: 'On one computer of each model, open Windows Security > Device security > Core isolation details and try to turn on “Memory integrity”. Update or remove the incompatible drivers that it lists.',
      },
      {
        text: 'In Intune, open Devices > Manage devices > Configuration and create a policy for Windows 10 and later of the type Settings catalog. In the category Virtualization Based Technology, set “Hypervisor Enforced Code Integrity” to “(Enabled without lock)”.',
      },
      {
        text: 'In the category Device Guard of the same policy, switch on “Enable Virtualization Based Security”.',
      },
      {
        text: 'Assign the policy to a pilot group and restart its computers. After a week without crashes, change the value to “(Enabled with UEFI lock)”, which cannot be undone remotely, and assign the policy to all Windows devices.',
      },
      {
        text: 'Use the script to find out whether servers and computers outside Intune have both, and turn on what is missing.',
      },
      {
        text: 'Where memory integrity cannot run, deliver Microsoft’s recommended driver block rules as an App Control policy, and replace that computer when its next renewal is due.',
        link: appControl('Recommended driver block rules', 'design/microsoft-recommended-driver-block-rules'),
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as an administrator, on the computer or through your management tool',
      check: `# 2 among the running services is memory integrity, 1 is Credential Guard
Get-CimInstance -ClassName Win32_DeviceGuard -Namespace root\\Microsoft\\Windows\\DeviceGuard |
  Select-Object VirtualizationBasedSecurityStatus, SecurityServicesConfigured, SecurityServicesRunning`,
    },
    licence: 'None beyond Windows Pro; Intune, which Microsoft 365 Business Premium and E3 include, delivers it',
    usersNotice: 'Computers restart once. Very old devices, such as a scanner with an old driver, may need an update.',
    effort: 'days',
    verified:
      'The next run reads the setting of memory integrity in Intune, and what computers report to Secure Score on the blocklist; it expects both on 98% of the computers. For servers, answer the questionnaire and show an inventory.',
    documentation: [
      LEARN.memoryIntegrity,
      {
        title: 'Settings of virtualization-based technology in Intune',
        url: 'https://learn.microsoft.com/windows/client-management/mdm/policy-csp-virtualizationbasedtechnology',
      },
    ],
  },
]
