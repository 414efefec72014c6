import { type Section, shall, shallByPeople, should, shouldByPeople } from './section.ts'

export const LOGS: Section = {
  group: { id: 'logs', name: 'Central collection of logs' },
  policies: [
    shallByPeople('MS.AAD.4.1v1', {
      statement: 'The logs of Entra ID go to the people who monitor security.',
      remedy:
        'In the diagnostic settings of Entra ID, send audit, sign-in and risk logs to Microsoft Sentinel or another system that your security team monitors.',
    }),
  ],
  questions: [
    {
      id: 'MS.AAD.4.1v1',
      text: 'Are the logs of Entra ID sent to a system in which somebody watches for attacks?',
      help: 'In the Entra admin center, under Entra ID > Monitoring & health > Diagnostic settings, see which logs go where. Yes means that the audit log, all sign-in logs (those of people, of applications and non-interactive ones), the logs on risk and the log of Graph activity reach a system that your own people or a security provider watch. Partly means that some of them do, or that they are only kept. A picture of the settings, or a recent alert, shows it.',
    },
  ],
}

export const APPLICATIONS: Section = {
  group: { id: 'applications', name: 'Applications' },
  policies: [
    shall('MS.AAD.5.1v1', 'application-registration-restricted', {
      cannotShow: 'Applications that were registered earlier.',
      statement: 'Only administrators can register applications.',
      remedy:
        'In the user settings of Entra ID, do not let users register applications, and give developers the Application Developer role.',
    }),
    shall('MS.AAD.5.2v1', 'user-consent-off', {
      cannotShow: 'Consent that was given earlier.',
      statement: 'Only administrators can let an application reach the organisation’s data.',
      remedy:
        'Turn on admin consent requests; then, under Entra ID > Enterprise apps > Consent and permissions, do not allow user consent, and review the consent that people gave earlier.',
    }),
    shall('MS.AAD.5.3v1', 'admin-consent-workflow', {
      cannotShow: 'Whether the reviewers still work for you, and how they decide.',
      statement: 'People can request the applications they need, and named reviewers decide.',
      remedy:
        'Turn on admin consent requests under Entra ID > Enterprise apps > Consent and permissions, and name a group of reviewers who get email about them.',
    }),
    should('MS.AAD.5.5v1', 'application-secrets-blocked', {
      cannotShow: 'Policies for individual applications, and secrets that already exist.',
      statement: 'Nobody can give an application a secret that works like a password.',
      remedy:
        'Let applications use managed identities or certificates, then block new passwords and symmetric keys in the default application management policy.',
    }),
    should('MS.AAD.5.6v1', 'application-secret-lifetime', {
      cannotShow: 'Policies for individual applications, and secrets that already exist.',
      statement: 'Where applications may have such secrets, each is valid for 180 days at most.',
      remedy:
        'Limit the lifetime of passwords and symmetric keys to 180 days in the default application management policy, for applications and service principals.',
    }),
    should('MS.AAD.5.7v1', 'application-certificate-lifetime', {
      cannotShow: 'Policies for individual applications, and certificates that already exist.',
      statement: 'Certificates of applications are valid for 365 days at most.',
      remedy:
        'Limit the lifetime of asymmetric keys to 365 days in the default application management policy, for applications and service principals.',
    }),
  ],
}

export const PASSWORDS: Section = {
  group: { id: 'passwords', name: 'Passwords' },
  policies: [
    shall('MS.AAD.6.1v1', 'password-expiry-off', {
      cannotShow: 'Accounts that their own setting exempts.',
      statement: 'Passwords do not expire after a fixed time.',
      remedy:
        'In the Microsoft 365 admin center, under Settings > Org settings > Security & privacy, set passwords to never expire, and change one only where it may have become known.',
    }),
  ],
}

export const GUESTS: Section = {
  group: { id: 'guests', name: 'Guests' },
  policies: [
    should('MS.AAD.8.1v1', 'guest-access-restricted', {
      cannotShow: 'Nothing: the setting decides.',
      statement: 'Guests see at most some properties and memberships of others in the directory.',
      remedy:
        'In the external collaboration settings, limit guests to some properties and memberships of others or, better, to their own entry.',
    }),
    should('MS.AAD.8.2v1', 'guest-invitations-restricted', {
      cannotShow: 'Guests who were invited earlier.',
      statement: 'Only people with that task can invite guests.',
      remedy:
        'In the external collaboration settings, let only certain administrator roles invite guests, and give the Guest Inviter role to the people who should invite guests.',
    }),
    shouldByPeople('MS.AAD.8.3v1', {
      statement: 'Guests can be invited only from organisations that somebody has approved.',
      remedy:
        'In the external collaboration settings, allow invitations only to named domains, and keep a list of who approved each one and why.',
    }),
  ],
  questions: [
    {
      id: 'MS.AAD.8.3v1',
      text: 'Can guests be invited only from organisations that you have put on a list?',
      help: 'In the Entra admin center, under Entra ID > External Identities > External collaboration settings, look at “Collaboration restrictions”. Yes means that invitations go to the named domains only, and that each of them is there for a business reason. Partly means that some domains are denied and all others allowed. A picture of the setting shows it.',
    },
  ],
}

export const AGENTS: Section = {
  group: { id: 'agents', name: 'AI agents' },
  policies: [
    // Only Graph beta returns the condition on agent risk, and we read policies from v1.0.
    shallByPeople('MS.AAD.9.1v1', {
      statement: 'An AI agent with an identity of its own is blocked once it is rated as high risk.',
      remedy:
        'In Conditional Access, block all agent identities for all resources where the risk of the agent is high; this needs a P2 licence.',
    }),
  ],
  questions: [
    {
      id: 'MS.AAD.9.1v1',
      text: 'Are AI agents that sign in with an identity of their own blocked when they are at high risk?',
      help: 'In the Entra admin center, under Entra ID > Conditional Access > Policies, look for a policy that is on, includes all agent identities and all resources, has “Agent risk” set to high, and blocks access. Yes means that there is one. Partly means that it leaves out some agents or resources, or only reports. Not applicable means that no agents have identities here: Entra lists them under Agent ID. A picture of the policy shows it.',
    },
  ],
}
