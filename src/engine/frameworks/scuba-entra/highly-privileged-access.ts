import { type Section, shall, should } from './section.ts'

const WITHOUT_EMAIL =
  'We ask because Privileged Identity Management in Entra does not send email to a named address here.'

export const HIGHLY_PRIVILEGED_ACCESS: Section = {
  group: { id: 'highly-privileged-access', name: 'Highly privileged access' },
  policies: [
    shall('MS.AAD.7.1v1', 'global-administrator-count', {
      cannotShow: 'Nothing: the assignments decide.',
      statement: 'At least two and at most eight people are Global Administrators.',
      remedy:
        'Keep two emergency access accounts and as few other Global Administrators as the work allows, and give all others narrower roles.',
    }),
    shall('MS.AAD.7.2v1', 'fine-grained-administrator-roles', {
      cannotShow: 'Whether each holder needs the role.',
      statement: 'Administrators get a narrower role instead of Global Administrator.',
      remedy:
        'List what each Global Administrator does, and replace the role with those for users, Exchange, SharePoint or applications wherever they are enough.',
    }),
    shall('MS.AAD.7.3v1', 'highly-privileged-cloud-only', {
      cannotShow: 'Whether a cloud-only account was once synchronised.',
      statement: 'Administrators have cloud-only accounts, in a domain whose sign-in Entra itself handles.',
      remedy:
        'Create cloud-only accounts in the onmicrosoft.com domain for administration, and remove the roles from synchronised and federated accounts.',
    }),
    shall('MS.AAD.7.4v1', 'highly-privileged-not-permanent', {
      cannotShow: 'Whether an account is used by a person or by software, and the rights of applications.',
      statement: 'Nobody but emergency access accounts holds a highly privileged role permanently.',
      remedy:
        'Turn standing assignments of these roles into eligible ones in Privileged Identity Management, or give them an end.',
    }),
    shall('MS.AAD.7.5v1', 'highly-privileged-through-pim', {
      cannotShow: 'Whether another product manages privileged access.',
      statement: 'Highly privileged roles are assigned only through a system for privileged access.',
      remedy:
        'Remove assignments that were made outside Privileged Identity Management, and recreate inside it those that you still need.',
    }),
    shall('MS.AAD.7.6v1', 'global-administrator-approval', {
      cannotShow: 'Whether another product for privileged access asks for an approval.',
      statement: 'Activating Global Administrator needs somebody else’s approval.',
      remedy:
        'In Privileged Identity Management, require approval to activate Global Administrator, and name at least two approvers.',
    }),
    shall('MS.AAD.7.7v1', 'role-assignment-alerts', {
      cannotShow: 'Alerts of other products, and whether anybody reads the email sent to that address.',
      statement: 'An alert goes out whenever somebody is assigned a highly privileged role, eligible or active.',
      remedy:
        'In Privileged Identity Management, under the notifications of each highly privileged role, add a watched address to both role assignment alerts.',
    }),
    shall('MS.AAD.7.8v1', 'global-administrator-activation-alert', {
      cannotShow: 'Alerts of other products, and whether anybody reads the email sent to that address.',
      statement: 'An alert goes out whenever somebody activates Global Administrator.',
      remedy:
        'In Privileged Identity Management, under the notifications of Global Administrator, add a watched address to the role activation alert.',
    }),
    should('MS.AAD.7.9v1', 'role-activation-alerts', {
      cannotShow: 'Alerts of other products, and whether anybody reads the email sent to that address.',
      statement: 'An alert goes out whenever somebody activates another highly privileged role.',
      remedy:
        'In Privileged Identity Management, add an address to the role activation alert of each other highly privileged role, apart from the one for Global Administrator.',
    }),
  ],
  // Asked only where Privileged Identity Management does not show it: CISA accepts other products that do the same.
  questions: [
    {
      id: 'MS.AAD.7.5v1',
      text: 'Does a system for privileged access, other than that of Entra, give people their highly privileged roles?',
      help: 'Such a system, like Privileged Identity Management of Entra, gives a role on request and takes it away again. Yes means that every highly privileged role is given by it, apart from emergency access accounts: name the product in the note. Partly means that some of these roles are also given by hand. A list of the roles that it manages shows it.',
    },
    {
      id: 'MS.AAD.7.6v1',
      text: 'Must somebody else approve it before anybody becomes Global Administrator?',
      help: 'You are asked because Privileged Identity Management of Entra does not ask for an approval here. Yes means that another system for privileged access gives the role only after another person has approved: name the product in the note. Partly means that some people get it without approval. Its rule for the role, or a recent request with its approval, shows it.',
    },
    {
      id: 'MS.AAD.7.7v1',
      text: 'Does an alert go out whenever somebody is given a highly privileged role, eligible or active?',
      help: `${WITHOUT_EMAIL} Yes means that a person or a team is alerted every time, for each of these roles, for example by a rule in your security monitoring. Name the product in the note. Partly means that some roles, or some ways to assign them, are not covered. The rule or a recent alert shows it.`,
    },
    {
      id: 'MS.AAD.7.8v1',
      text: 'Does an alert go out whenever somebody activates Global Administrator?',
      help: `${WITHOUT_EMAIL} Yes means that a person or a team is alerted every time, for example by a rule in your security monitoring. Name the product in the note. Partly means that some ways to activate or obtain the role are not covered. The rule or a recent alert shows it.`,
    },
    {
      id: 'MS.AAD.7.9v1',
      text: 'Does an alert go out whenever somebody activates a highly privileged role other than Global Administrator?',
      help: `${WITHOUT_EMAIL} Yes means that a person or a team is alerted every time, for each of these roles, for example by a rule in your security monitoring. Name the product in the note. Partly means that some roles are not covered. The rule or a recent alert shows it.`,
    },
  ],
}
