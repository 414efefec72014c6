import { DETECTION_AND_RESPONSE } from './detection-and-response.ts'
import { control, type Strategy } from './strategy.ts'

export const MULTI_FACTOR_AUTHENTICATION: Strategy = {
  group: { id: 'multi-factor-authentication', name: 'Multi-factor authentication' },
  controls: [
    control('ISM-1504', {
      levels: [1, 2, 3],
      parts: ['mfa-all-users'],
      cannotShow: 'The organisation’s online services that do not sign people in through Entra, such as remote access.',
      statement:
        'Everyone must pass multi-factor authentication to reach the organisation’s own online services that hold sensitive data.',
      remedy:
        'Enable a Conditional Access policy for all users and all resources that requires multi-factor authentication, exclude only the emergency access accounts, and block legacy authentication.',
    }),
    control('ISM-1679', {
      levels: [1, 2, 3],
      parts: ['mfa-third-party-services'],
      cannotShow: 'Services that do not sign people in through Entra, and which services hold sensitive data.',
      statement:
        'Staff must pass multi-factor authentication to reach other companies’ online services that hold the organisation’s sensitive data.',
      remedy:
        'Connect these services to Microsoft Entra single sign-on so that your Conditional Access policy covers them, and turn on their own multi-factor authentication where that is not possible.',
    }),
    control('ISM-1680', {
      levels: [1, 2, 3],
      parts: ['mfa-third-party-services'],
      cannotShow: 'Services that do not sign people in through Entra, and which of them offer a second factor.',
      statement:
        'Wherever it is offered, staff also use multi-factor authentication for other companies’ online services that hold only non-sensitive data.',
      remedy:
        'List the less sensitive online services that staff use, and bring them under single sign-on or switch on the multi-factor authentication they offer.',
    }),
    control('ISM-1892', {
      levels: [1, 2, 3],
      statement:
        'Staff must pass multi-factor authentication to work in the organisation’s own customer-facing services that hold sensitive customer data.',
      remedy:
        'Put the staff side of your customer portals behind Microsoft Entra sign-in with a Conditional Access policy that requires multi-factor authentication.',
    }),
    control('ISM-1893', {
      levels: [1, 2, 3],
      statement:
        'Staff must pass multi-factor authentication to work in customer services run by another company that hold sensitive customer data.',
      remedy:
        'Turn on single sign-on or the provider’s own multi-factor authentication for every staff account in hosted customer systems such as booking, billing or support.',
    }),
    control('ISM-1681', {
      levels: [1, 2, 3],
      statement: 'Customers must pass multi-factor authentication before they reach their sensitive data online.',
      remedy:
        'Require a second factor at customer sign-in, for example with Microsoft Entra External ID, and do not let customers opt out where sensitive data is shown.',
    }),
    control('ISM-1173', {
      levels: [2, 3],
      parts: ['mfa-privileged-users'],
      cannotShow:
        'Administrators of servers and other systems, and rights inside individual services such as Exchange or Azure.',
      raisedBy: 'privileged-accounts',
      statement: 'Everyone with administrative rights must pass multi-factor authentication.',
      remedy:
        'Enable a Conditional Access policy for all administrator roles and all resources that requires multi-factor authentication, and see that each role holder has registered a method.',
    }),
    control('ISM-0974', {
      levels: [2, 3],
      parts: ['mfa-workstation-logon'],
      cannotShow:
        'Remote access, other systems, Macs, smart cards, and other vendors’ products for signing in to Windows.',
      statement: 'Ordinary users need multi-factor authentication to sign in to their computers and other systems.',
      remedy:
        'Roll out Windows Hello for Business or security keys for Windows sign-in through Intune, and require a second factor on remote access and line-of-business systems.',
    }),
    control('ISM-1505', {
      levels: [3],
      parts: ['mfa-data-repositories'],
      cannotShow: 'Data outside SharePoint and OneDrive, such as file servers, databases and other services.',
      statement:
        'File shares, document libraries, databases and other data stores are opened only after multi-factor authentication.',
      remedy:
        'Cover SharePoint and OneDrive with a Conditional Access policy for all resources, and put file servers and databases behind a sign-in that asks for a second factor.',
    }),
    control('ISM-1401', {
      levels: [1, 2, 3],
      parts: ['mfa-factors'],
      cannotShow: 'Which factors federated identity providers and systems outside Entra ask for.',
      statement:
        'Signing in always takes something that the person has, used with a secret, or unlocked by a secret or a biometric.',
      remedy:
        'In the Entra authentication methods policy, allow Microsoft Authenticator, passkeys, Windows Hello or certificates, and do not rely on security questions or email codes.',
    }),
    control('ISM-1872', {
      levels: [2, 3],
      parts: ['mfa-phishing-resistant'],
      cannotShow: 'Online services that do not sign people in through Entra, such as remote access.',
      statement: 'The multi-factor authentication that users pass for online services cannot be phished.',
      remedy:
        'Register passkeys, Windows Hello for Business or certificates for everyone, then require the phishing-resistant authentication strength in Conditional Access.',
    }),
    control('ISM-1873', {
      levels: [2],
      statement: 'Customers can choose a way to sign in that cannot be phished.',
      remedy: 'Offer passkeys at customer sign-in in addition to the methods you have today.',
    }),
    control('ISM-1874', {
      levels: [3],
      statement: 'Customers can sign in only in ways that cannot be phished.',
      remedy: 'Require passkeys at customer sign-in, and retire one-time codes and app approvals that can be phished.',
    }),
    control('ISM-1682', {
      levels: [2, 3],
      parts: ['mfa-phishing-resistant-logon'],
      cannotShow:
        'Remote access, other systems, Macs, smart cards, and other vendors’ products for signing in to Windows.',
      statement: 'The multi-factor authentication that users pass to sign in to systems cannot be phished.',
      remedy:
        'Use Windows Hello for Business, security keys or smart cards for sign-in to Windows and other systems, and turn off password-only sign-in.',
    }),
    control('ISM-1894', {
      levels: [3],
      parts: ['mfa-phishing-resistant-data-repositories'],
      cannotShow: 'Data outside SharePoint and OneDrive, such as file servers, databases and other services.',
      statement: 'The multi-factor authentication that protects data stores cannot be phished.',
      remedy:
        'Require the phishing-resistant authentication strength for SharePoint, OneDrive and every other place where data is stored.',
    }),
    control('ISM-1683', {
      levels: [2, 3],
      parts: ['mfa-events-logged'],
      cannotShow: 'Whether the log reaches a central store, and sign-ins to systems outside Entra.',
      statement: 'Every multi-factor sign-in, passed or failed, is recorded in one central log.',
      remedy:
        'Export the Entra sign-in logs to Microsoft Sentinel or another central log with diagnostic settings, and send the sign-in events of other systems there too.',
    }),
    ...DETECTION_AND_RESPONSE,
  ],
}
