import { type Section, shall, shallByPeople, should, shouldByPeople } from './section.ts'

export const LOGS: Section = {
  group: { id: 'logs', name: 'Central collection of logs' },
  policies: [
    shallByPeople('MS.AAD.4.1v1', {
      statement: 'The logs of Entra ID go to those who watch over security.',
      remedy:
        'In the diagnostic settings of Entra ID, send audit, sign-in and risk logs to Microsoft Sentinel or another system that your security operations watch.',
    }),
  ],
  questions: [
    {
      id: 'MS.AAD.4.1v1',
      text: 'Are the logs of Entra ID sent to a system in which somebody watches for attacks?',
      help: 'In the Entra admin centre, under Monitoring and health, Diagnostic settings, look which logs go where. Yes means that the audit log, all sign-in logs (those of people, of applications and non-interactive ones), the logs on risk and the log of Graph activity reach a system that your own people or a security provider watch. Partly means that some of them do, or that they are only kept. A picture of the settings, or a recent alert, shows it.',
    },
  ],
}

export const APPLICATIONS: Section = {
  group: { id: 'applications', name: 'Applications' },
  policies: [
    shall('MS.AAD.5.1v1', 'application-registration-restricted', {
      statement: 'Only administrators can register applications.',
      remedy:
        'In the user settings of Entra ID, do not let users register applications, and give those who develop the Application Developer role.',
    }),
    shall('MS.AAD.5.2v1', 'user-consent-closed', {
      statement: 'Only administrators can let an application reach the organisation’s data.',
      remedy:
        'Under Enterprise applications, Consent and permissions, do not allow user consent, and review what people let in before.',
    }),
    shall('MS.AAD.5.3v1', 'admin-consent-workflow', {
      statement: 'Whoever needs an application can ask for it, and named reviewers decide.',
      remedy:
        'Turn on admin consent requests under Enterprise applications, Consent and permissions, and name a group of reviewers who get mail about them.',
    }),
  ],
}

export const PASSWORDS: Section = {
  group: { id: 'passwords', name: 'Passwords' },
  policies: [
    shall('MS.AAD.6.1v1', 'password-expiry-off', {
      statement: 'Passwords do not expire after a fixed time.',
      remedy:
        'In the Microsoft 365 admin centre, under Security and privacy, set passwords to never expire, and change one only where it may have become known.',
    }),
  ],
}

export const GUESTS: Section = {
  group: { id: 'guests', name: 'Guests' },
  policies: [
    should('MS.AAD.8.1v1', 'guest-access-restricted', {
      statement: 'Guests see little or nothing of the directory.',
      remedy:
        'In the external collaboration settings, limit guests to some properties and memberships of others, or better to their own entry.',
    }),
    should('MS.AAD.8.2v1', 'guest-invitations-restricted', {
      statement: 'Only people who were given that task can invite guests.',
      remedy:
        'In the external collaboration settings, let only certain administrator roles invite guests, and give the Guest Inviter role to those who should.',
    }),
    shouldByPeople('MS.AAD.8.3v1', {
      statement: 'Guests can be invited only from organisations that somebody has approved.',
      remedy:
        'In the external collaboration settings, allow invitations to named domains alone, and keep a list of who approved each one and why.',
    }),
  ],
  questions: [
    {
      id: 'MS.AAD.8.3v1',
      text: 'Can guests be invited only from organisations that you have put on a list?',
      help: 'In the Entra admin centre, under External Identities, External collaboration settings, look at “Collaboration restrictions”. Yes means that invitations go to the named domains only, and that each of them is there for a business reason. Partly means that some domains are denied and all others allowed. A picture of the setting shows it.',
    },
  ],
}
