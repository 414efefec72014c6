import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P2 } from '../links/licences.ts'
import { policiesWhere } from '../scripts/conditional-access.ts'

export const SIGN_IN_RISK: readonly Remedy[] = [
  {
    id: 'block-users-at-high-risk',
    title: 'Block accounts that have very probably been hijacked',
    checks: ['high-risk-users-blocked'],
    requirements: ['MS.AAD.2.1v1'],
    why: 'When a password turns up among stolen ones, every hour counts: a blocked account cannot pay invoices, read email or send phishing in your name.',
    steps: [
      {
        text: 'In ID Protection > Risky users, look into everybody who is at high risk today. Confirm or dismiss each one; otherwise the policy locks them out at once.',
        link: learn('Investigate risk', 'entra/id-protection/howto-identity-protection-investigate-risk'),
      },
      {
        text: 'Write down who releases an account and how: verify the person by telephone, reset password and methods, revoke all sessions, then dismiss the risk.',
        link: learn('Remediate and unblock', 'entra/id-protection/howto-identity-protection-remediate-unblock'),
      },
      {
        text: 'Create a separate policy: all users, all resources, Conditions > User risk > High, Grant > Block access. Do not combine it with sign-in risk, because both conditions would then have to be met.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts and set the policy to On. A policy that merely asks for a new password at high risk does not count as blocking.',
      },
    ],
    script: policiesWhere("$_.Conditions.UserRiskLevels -contains 'high'"),
    licence: `${ENTRA_P2}, for everybody`,
    requires: ['entra-p2'],
    usersNotice:
      'Very few people notice it: somebody whose account is at high risk cannot work until it has been looked into.',
    effort: 'hours',
    verified:
      'The next run expects a licence for risk detection and an enabled policy that blocks everybody at high user risk, for all resources. If another product does this, people answer and name it.',
    documentation: [
      learn('Risk policies', 'entra/id-protection/howto-identity-protection-configure-risk-policies'),
      learn('What risk means', 'entra/id-protection/concept-identity-protection-risks'),
    ],
  },
  {
    id: 'block-sign-ins-at-high-risk',
    title: 'Block sign-ins that very probably come from a criminal',
    checks: ['high-risk-sign-ins-blocked'],
    requirements: ['MS.AAD.2.3v1'],
    why: 'Sign-ins from known criminal networks or with stolen sessions are refused at once, even when password and second factor were right.',
    steps: [
      {
        text: 'In ID Protection > Risky sign-ins, filter the last 30 days by high risk, and see whether any of them was legitimate.',
      },
      {
        text: 'Create a separate policy for sign-in risk: all users, all resources, Conditions > Sign-in risk > High, Grant > Block access, with no other condition.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts. Keep the policy in report-only mode for a week, then set it to On.',
      },
    ],
    script: policiesWhere("$_.Conditions.SignInRiskLevels -contains 'high'"),
    licence: `${ENTRA_P2}, for every user`,
    requires: ['entra-p2'],
    usersNotice:
      'Almost nobody notices it; a blocked person tries again from the usual device and network, or calls support.',
    effort: 'minutes',
    verified:
      'The next run expects an enabled policy that blocks everybody’s sign-ins at high risk, for all resources. If another product does this, people answer and name it.',
    documentation: [
      learn('Sign-in risk policy', 'entra/identity/conditional-access/policy-risk-based-sign-in'),
      learn('Test with simulated risk', 'entra/id-protection/howto-identity-protection-simulate-risk'),
    ],
  },
  {
    id: 'alert-on-users-at-high-risk',
    title: 'Send an email to somebody who acts when an account is at high risk',
    checks: [],
    requirements: ['MS.AAD.2.2v1'],
    why: 'An alarm that nobody reads gives a criminal days; an email to the right desk leaves only minutes.',
    steps: [
      {
        text: 'Choose an address that is read on every working day: the ticket system of your IT provider, or a shared mailbox with a deputy.',
      },
      {
        text: 'Open ID Protection > Dashboard > “Users at risk detected alerts” and set the level to High or lower.',
        link: {
          title: 'Users at risk detected alerts',
          url: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/IdentityProtectionMenuBlade/~/UsersAtRiskAlerts/fromNav/Identity',
        },
      },
      {
        text: 'Add the address as a custom recipient. People who only activate their roles, or hold them through a group, do not reliably get these emails.',
      },
      {
        text: 'Agree in writing what happens after such an email and how soon, and try it once with a simulated risk.',
      },
    ],
    licence: ENTRA_P2,
    requires: ['entra-p2'],
    usersNotice: 'People do not see the email; somebody may call them about it.',
    effort: 'minutes',
    verified:
      'Answer in the questionnaire that the email is read on every working day, and show the page with level and recipients.',
    documentation: [LEARN.riskNotifications],
  },
  {
    id: 'block-agents-at-high-risk',
    title: 'Block AI agents that behave as if somebody else controlled them',
    checks: [],
    requirements: ['MS.AAD.9.1v1'],
    why: 'An AI agent works around the clock with rights of its own, so one that is misused can copy a lot of data before a person notices.',
    steps: [
      {
        text: 'Look under Agent ID in the Entra admin center to see which agents have an identity here. If there are none, answer the question with “not applicable”.',
      },
      {
        text: 'Create a policy from the template “Block high-risk agent identities from accessing resources”, or by hand: Agents > All agent identities, all resources, Conditions > Agent risk > High, Block.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Agents with a user account of their own need a second policy: Select agents acting as users > All agent users, with the same condition and block.',
        link: learn('Agents with a user account', 'entra/identity/conditional-access/policy-agent-user-account'),
      },
      { text: 'Check the report-only results for a few days, then set both policies to On.' },
    ],
    licence: ENTRA_P2,
    requires: ['entra-p2'],
    usersNotice: 'People notice nothing unless an agent that they rely on is blocked.',
    effort: 'minutes',
    verified: 'Show the enabled policy with all agent identities, all resources and the condition on high risk.',
    documentation: [
      learn('Block high-risk agents', 'entra/identity/conditional-access/policy-agent-block-high-risk'),
      learn('Conditional Access for agents', 'entra/identity/conditional-access/agent-id'),
    ],
  },
]
