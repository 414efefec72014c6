import type { Remedy } from '../../model/remedy.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'

export const PRIVILEGED_CREDENTIALS: readonly Remedy[] = [
  {
    id: 'manage-emergency-and-service-passwords',
    title: 'Make passwords of emergency, local and service accounts long, random and managed',
    checks: [],
    requirements: ['ISM-1685', 'PR.AA-03'],
    why: 'These accounts have high rights and passwords that are old, shared or written on a note, so one of them often opens everything.',
    steps: [
      {
        text: 'List emergency accounts, local administrators, service accounts and built-in accounts of firewalls, hypervisors, backup and business systems, with who knows each password and how old it is.',
      },
      {
        text: 'Let Windows LAPS set the password of the local administrator on every computer and server, in Entra or in Active Directory, and different on each.',
        link: LEARN.laps,
      },
      {
        text: 'Replace service accounts with group managed service accounts, and in Azure with managed identities; Windows and Azure then change the passwords themselves.',
        link: learn(
          'Group managed service accounts',
          'windows-server/identity/ad-ds/manage/group-managed-service-accounts/group-managed-service-accounts/group-managed-service-accounts-overview',
        ),
      },
      {
        text: 'Give every remaining account its own random password of at least 30 characters, stored in a password vault that records who looked at it. Change it every year and whenever somebody who knew it leaves.',
      },
      {
        text: 'Seal emergency credentials, or use security keys in safes at two places. Have two people open them together, change the password after each use, and test them twice a year.',
      },
    ],
    licence: 'None for Windows LAPS and managed service accounts; a password vault as needed',
    usersNotice: 'People who knew such a password now get it from the vault; others notice nothing.',
    effort: 'days',
    verified: 'Show the settings of LAPS and of the vault, and the list of accounts with how each password is stored.',
    documentation: [LEARN.lapsInIntune, learn('Secure service accounts', 'entra/architecture/secure-service-accounts')],
  },
  {
    id: 'protect-credentials-outside-intune',
    title: 'Protect stored passwords on servers and computers outside Intune too',
    checks: [],
    requirements: ['ISM-1896', 'ISM-1861', 'ISM-1686'],
    why: 'Criminals read passwords from the memory of one computer to get into the next; the most valuable ones are on servers.',
    steps: [
      {
        text: 'Run the script on a few machines of each kind to find out what is already on. Windows 11 turns much of it on by itself; servers and older computers usually do not.',
      },
      {
        text: 'In group policy, open Computer Configuration > Administrative Templates > System > Device Guard > “Turn On Virtualization Based Security”, enable it, and set both “Virtualization Based Protection of Code Integrity” and “Credential Guard Configuration” to “Enabled without lock”.',
        link: LEARN.credentialGuard,
      },
      {
        text: 'In the same policy, under System > Local Security Authority, enable “Configure LSASS to run as a protected process”. On older systems, distribute the registry value RunAsPPL = 1.',
        link: LEARN.lsaProtection,
      },
      {
        text: 'Start with a pilot group, restart, and replace drivers and security add-ins that are refused; events 3033 and 3063 in the CodeIntegrity log name them. Do not put Credential Guard on domain controllers.',
      },
      {
        text: 'When all machines are stable, change the settings to UEFI lock, so that malware cannot turn them off.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'An elevated PowerShell on each machine, or remoting to it',
      check: `(Get-CimInstance -Namespace root\\Microsoft\\Windows\\DeviceGuard -ClassName Win32_DeviceGuard).SecurityServicesRunning
# 1: Credential Guard runs; 2: memory integrity runs
Get-ItemProperty 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\Lsa' | Select-Object RunAsPPL`,
    },
    licence:
      'Windows Enterprise for Credential Guard, which Microsoft 365 E3 includes; servers and the rest need no extra licence',
    usersNotice:
      'Most people notice nothing but a restart; old drivers, VPN or smart card software may need an update.',
    effort: 'days',
    verified: 'Show an inventory or the result of the script for all machines, servers included.',
    documentation: [
      LEARN.memoryIntegrity,
      learn('Credential Guard', 'windows/security/identity-protection/credential-guard/'),
    ],
  },
  {
    id: 'require-remote-credential-guard',
    title: 'Use remote desktop for administration without sending passwords',
    checks: [],
    requirements: ['ISM-1897'],
    why: 'In an ordinary remote desktop session, the other computer gets your credentials, and malware there can steal them.',
    steps: [
      {
        text: 'On servers and computers that people connect to, enable “Remote host allows delegation of nonexportable credentials” under Computer Configuration > Administrative Templates > System > Credentials Delegation.',
        link: LEARN.remoteCredentialGuard,
      },
      {
        text: 'On the computers that people connect from, enable “Restrict delegation of credentials to remote servers” in the same place and choose “Require Remote Credential Guard”, first for a pilot group.',
      },
      {
        text: 'Connect by name, not by IP address, because it works only with Kerberos, and check that the connecting computer reaches a domain controller.',
      },
      {
        text: 'Test with saved connections and remote desktop gateways, then extend the policy to everybody who administers. For support on users’ computers, Microsoft advises against it: choose “Restrict Credential Delegation” for support staff, which also allows mstsc /restrictedAdmin.',
      },
    ],
    licence: 'None: it is part of Windows and Windows Server',
    usersNotice: 'People who use remote desktop no longer type a password there; connections by IP address fail.',
    effort: 'hours',
    verified: 'Show both policies, or the settings of a connection.',
    documentation: [
      learn('Policy for the remote host', 'windows/client-management/mdm/policy-csp-credentialsdelegation'),
    ],
  },
]
