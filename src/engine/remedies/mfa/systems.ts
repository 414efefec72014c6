import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1, INTUNE_LICENCE } from '../links/licences.ts'

export const MFA_FOR_SYSTEMS: readonly Remedy[] = [
  {
    id: 'sign-in-to-windows-without-password',
    title: 'Let people sign in to their computers with Windows Hello or a security key',
    checks: ['mfa-workstation-logon', 'mfa-phishing-resistant-logon'],
    requirements: ['ISM-0974', 'ISM-1682'],
    why: 'A password that was seen or guessed then no longer opens a computer, because fingerprint, face and PIN work only on the device itself.',
    steps: [
      {
        text: 'In the Intune admin center, open Endpoint security > Account protection, create a policy for Windows with the profile “Account protection”, set “Use Windows Hello For Business” to true, and assign it to all users or devices.',
        link: ENDPOINT_SECURITY.accountProtection,
      },
      {
        text: 'Find policies that switch Windows Hello off, in Devices > Enrollment > Windows Hello for Business and in older profiles, and remove that setting.',
      },
      {
        text: 'Where computers sign in to an Active Directory domain as well, set up cloud Kerberos trust first, so that file shares and printers accept these sign-ins.',
        link: learn(
          'Cloud Kerberos trust',
          'windows/security/identity-protection/hello-for-business/deploy/hybrid-cloud-kerberos-trust',
        ),
      },
      {
        text: 'Let people set up PIN and fingerprint or face at their next sign-in. Give security keys to those who share computers or have no camera, reader or TPM.',
      },
      {
        text: 'When everybody is registered, remove the password from everyday use: the setting “Enable Passwordless Experience” in the Intune settings catalog hides it on computers joined to Entra, and “Interactive logon: Require Windows Hello for Business or smart card” in group policy refuses it elsewhere.',
        link: learn('Windows passwordless experience', 'windows/security/identity-protection/passwordless-experience'),
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Reports, with AuditLog.Read.All',
      check: `Get-MgReportAuthenticationMethodUserRegistrationDetail -All |
  Where-Object { -not ($_.MethodsRegistered -match 'windowsHelloForBusiness|fido2SecurityKey|passKeyDeviceBound') } |
  Select-Object UserPrincipalName, @{ n = 'Methods'; e = { $_.MethodsRegistered -join ', ' } }`,
    },
    licence: `${INTUNE_LICENCE}; Windows Hello needs none`,
    usersNotice: 'People sign in to their computer with face, fingerprint or PIN, and rarely use the password.',
    effort: 'days',
    verified:
      'The next run expects each user of a managed Windows computer to have registered Windows Hello, a security key or a passkey for Windows, and expects that no policy switches Windows Hello off.',
    documentation: [
      learn('Windows Hello for Business with Intune', 'intune/intune-service/protect/windows-hello'),
      LEARN.accountProtection,
    ],
  },
  {
    id: 'require-mfa-for-remote-access-and-business-systems',
    title: 'Require a second factor for remote access and business systems as well',
    checks: [],
    requirements: ['ISM-0974', 'ISM-1682', 'PR.AA-03'],
    why: 'Remote access and business applications with a password of their own remain the easy way in once Microsoft 365 is protected.',
    steps: [
      {
        text: 'List the systems that people sign in to outside Entra: VPN, remote desktop, Macs, Linux computers, telephone system, accounting and production software.',
      },
      {
        text: 'Replace the sign-in of each with single sign-on through Entra wherever the product supports SAML or OpenID Connect; the existing passkey then works there too.',
        link: ENTRA.enterpriseApps,
      },
      {
        text: 'Let Macs use Platform SSO with the Secure Enclave, and remote desktop use Entra sign-in, so that no code or approval is needed.',
      },
      {
        text: 'For systems that remain, choose smart cards, security keys or a product that adds them to Windows sign-in. Codes and app approvals count as a second factor and can still be phished: plan to phase them out.',
      },
      { text: 'Turn off sign-in with a password alone, system by system, and write down what is left and why.' },
      {
        text: 'Report regularly how many systems and people are without a second factor. In time, replace codes and calls with passkeys everywhere, and study attempts to bypass the second factor.',
      },
    ],
    licence: `${ENTRA_P1}; other products as needed`,
    requires: ['entra-p1'],
    usersNotice: 'People sign in to more systems with the passkey or PIN that they know from their computer.',
    effort: 'project',
    verified:
      'Show the list of systems with the method that each one accepts, and the policy that allows no weaker one.',
    documentation: [LEARN.singleSignOn],
  },
  {
    id: 'put-data-stores-behind-mfa',
    title: 'Put file servers, databases and other data stores behind a second factor',
    checks: [],
    requirements: ['ISM-1505', 'ISM-1894'],
    why: 'Somebody who got into the network with a password can copy or encrypt everything on a file server, unless the server asks for more.',
    steps: [
      {
        text: 'List every place where data is stored outside SharePoint and OneDrive: file shares, databases, document systems, network storage (NAS), backup storage, old servers.',
      },
      {
        text: 'Move what can be moved to SharePoint or OneDrive; the policy for all resources then protects it without further work.',
      },
      {
        text: 'Publish file shares and databases with Microsoft Entra Private Access or a similar product. In Entra: install a private network connector, create an application for their addresses and ports under Global Secure Access > Applications > Enterprise applications, assign people, turn on the Private access profile under Connect > Traffic forwarding, and install the client on computers.',
        link: LEARN.privateApplications,
      },
      {
        text: 'Require the authentication strength “Phishing-resistant MFA” for these applications in Conditional Access, and work this way with one team for two weeks.',
        link: LEARN.privateConditionalAccess,
      },
      {
        text: 'Block direct connections from user networks to SMB, SQL and administration ports at the firewall, so that the protected route is the only one.',
      },
      {
        text: 'Protect the administration pages of network storage and databases with smart cards, security keys or single sign-on.',
      },
    ],
    licence: 'Microsoft Entra Private Access, sold by itself and in the Microsoft Entra Suite, or a similar product',
    usersNotice: 'People confirm with their passkey when they first open a file share or database after signing in.',
    effort: 'project',
    verified:
      'Show the list of data stores with how people sign in to each, and the policy or setting that accepts only passkeys, security keys, Windows Hello or smart cards.',
    documentation: [LEARN.privateApplications],
  },
]
