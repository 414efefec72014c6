import { type Section, shall, should, shouldByPeople } from './section.ts'

export const LEGACY_AUTHENTICATION: Section = {
  group: { id: 'legacy-authentication', name: 'Legacy authentication' },
  policies: [
    shall('MS.AAD.1.1v1', 'legacy-authentication-blocked', {
      cannotShow: 'What Exchange itself allows, such as authenticated SMTP for individual mailboxes.',
      statement: 'Nobody can sign in through an old protocol that has no second factor.',
      remedy:
        'Find in the sign-in logs who still uses legacy clients, then block Exchange ActiveSync and other legacy clients for all users and resources in Conditional Access.',
    }),
  ],
}

/** CISA, section 2, defines “high risk” as the level that Entra ID Protection gives. */
const WITHOUT_ID_PROTECTION =
  'You are asked because Entra ID Protection does not do this for everybody here, or is not licensed. CISA’s text names that product; another one may serve the same purpose.'

export const RISK: Section = {
  group: { id: 'risk', name: 'Risk' },
  policies: [
    shall('MS.AAD.2.1v1', 'high-risk-users-blocked', {
      cannotShow: 'Another product that blocks accounts at high risk.',
      statement: 'An account that Entra ID Protection rates as high risk is blocked.',
      remedy:
        'Block all users at high user risk for all resources in Conditional Access, and decide who investigates and releases a blocked account.',
    }),
    shouldByPeople('MS.AAD.2.2v1', {
      statement: 'Administrators are notified when an account is considered to be at high risk.',
      remedy:
        'In Entra ID Protection, send the alert on users at risk to a mailbox that somebody watches, at level High or lower.',
    }),
    shall('MS.AAD.2.3v1', 'high-risk-sign-ins-blocked', {
      cannotShow: 'Another product that blocks sign-ins at high risk.',
      statement: 'A sign-in that Entra ID Protection rates as high risk is blocked.',
      remedy: 'Block all users at high sign-in risk for all resources in Conditional Access.',
    }),
  ],
  // The first and the last are asked only where Entra ID Protection does not show it.
  questions: [
    {
      id: 'MS.AAD.2.1v1',
      text: 'Is an account blocked when a product other than Entra ID Protection considers it to be at high risk?',
      help: `${WITHOUT_ID_PROTECTION} Yes means that another product rates every account, and blocks one at high risk from everything until somebody has looked into it: name the product in the note. Partly means that some accounts are left out. Its rule, or the record of a blocked account, shows it.`,
    },
    {
      id: 'MS.AAD.2.2v1',
      text: 'When an account is found to be at high risk, is an email sent to somebody who will act on it?',
      help: 'In the Entra admin center, open ID Protection > Dashboard and then “Users at risk detected alerts” to see who gets an email, and from which risk level. Yes means that the level is high or lower, and that somebody reads the emails every working day. Partly means that the email is sent, but may go unread. A screenshot of that page is evidence. The alert needs a Microsoft Entra ID P2 licence.',
    },
    {
      id: 'MS.AAD.2.3v1',
      text: 'Is a sign-in refused when a product other than Entra ID Protection considers it to be at high risk?',
      help: `${WITHOUT_ID_PROTECTION} Yes means that another product rates every sign-in, and refuses one at high risk whatever second factor is given: name the product in the note. Partly means that some people or resources are left out. Its rule, or the record of a refused sign-in, shows it.`,
    },
  ],
}

export const STRONG_AUTHENTICATION: Section = {
  group: { id: 'strong-authentication', name: 'Strong authentication and registration' },
  policies: [
    shall('MS.AAD.3.1v1', 'mfa-phishing-resistant', {
      cannotShow: 'What a federated identity provider asks for.',
      statement: 'Everybody signs in with a second factor that cannot be phished.',
      remedy:
        'Give people passkeys, Windows Hello for Business or certificates, then require the phishing-resistant authentication strength for all users and resources in Conditional Access.',
    }),
    shall('MS.AAD.3.2v2', 'mfa-enforced', {
      cannotShow: 'A second factor that is set per user, outside Conditional Access.',
      statement: 'Everybody signs in with a second factor of any kind.',
      remedy:
        'Require multi-factor authentication for all users and all resources in Conditional Access, without exclusions other than emergency access accounts.',
    }),
    shall('MS.AAD.3.3v2', 'authenticator-shows-context', {
      cannotShow: 'What the older settings of multi-factor authentication allow until the migration is complete.',
      statement: 'Microsoft Authenticator, where it is in use, shows people what they are about to approve.',
      remedy:
        'In the authentication methods policy, let Microsoft Authenticator show application name and location to all users, and turn its one-time codes off.',
    }),
    shall('MS.AAD.3.4v1', 'authentication-methods-migrated', {
      cannotShow: 'Nothing: the setting decides.',
      statement: 'Sign-in methods are managed only in the authentication methods policy, not in the older settings.',
      remedy:
        'Move the older settings for multi-factor authentication and password reset to the authentication methods policy, then set the migration to complete.',
    }),
    shall('MS.AAD.3.5v2', 'weak-authentication-methods-disabled', {
      cannotShow: 'What the older settings of multi-factor authentication allow until the migration is complete.',
      statement: 'Nobody can use text messages, voice calls or codes by email to sign in.',
      remedy:
        'Move people to passkeys or the Authenticator app, then disable SMS, voice call and email one-time passcode in the authentication methods policy.',
    }),
    shall('MS.AAD.3.6v1', 'highly-privileged-phishing-resistant', {
      cannotShow: 'What a federated identity provider asks for.',
      statement: 'Everybody with a highly privileged role signs in with a second factor that cannot be phished.',
      remedy:
        'Require the phishing-resistant authentication strength for the highly privileged roles on all resources, in a separate Conditional Access policy.',
    }),
    should('MS.AAD.3.7v1', 'managed-device-sign-in', {
      cannotShow: 'How strict the compliance policies for these devices are.',
      statement: 'People sign in only from devices that the organisation manages.',
      remedy:
        'Require a compliant or hybrid joined device for all users and resources in Conditional Access, once all devices are enrolled in Intune.',
    }),
    should('MS.AAD.3.8v1', 'managed-device-registration', {
      cannotShow: 'How strict the compliance policies for these devices are.',
      statement: 'People register their second factor only from a device that the organisation manages.',
      remedy:
        'Require a compliant or hybrid joined device for the user action “Register security information” in Conditional Access, and hand out temporary access passes for the first day.',
    }),
    should('MS.AAD.3.9v1', 'device-code-flow-blocked', {
      cannotShow: 'Nothing: the policies decide.',
      statement: 'Nobody can sign in with a code shown on another device.',
      remedy:
        'Block the device code flow for all users and resources in Conditional Access; where a meeting room or script needs it, allow only that account.',
    }),
  ],
}
