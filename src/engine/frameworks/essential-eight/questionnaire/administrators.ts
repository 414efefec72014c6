import { question, type Section } from './question.ts'

export const ADMINISTRATORS: Section = {
  id: 'administrators',
  title: 'Administrators and their rights',
  questions: [
    question(
      'ISM-1507',
      'Does somebody check and approve every first request for administrative rights, on all systems?',
      {
        yes: 'each grant in the last year has a request, a reason and an approval by somebody else, on servers and business systems too.',
        partly: 'it holds for Microsoft 365 and not elsewhere, or some grants have no record.',
        no: 'rights are given when somebody asks.',
        look: 'tickets or forms for new administrators, and the approval settings of your systems.',
        evidence: 'the requests behind the newest administrators.',
      },
    ),
    question(
      'ISM-0445',
      'Do administrators use a separate account for administrative work, and that account for nothing else?',
      {
        yes: 'every administrator, also of servers and business systems, has two accounts and keeps to it.',
        partly: 'some people or systems are exceptions.',
        no: 'everyday accounts hold administrative rights.',
        look: 'the administrator groups of each system, compared with the names people use every day.',
        evidence: 'the list of administrator accounts with their owners, and the rule that tells how to use them.',
      },
    ),
    question('ISM-1508', 'Do people and services hold only the administrative rights that their work calls for?', {
      yes: 'rights were reviewed within the year against what each person or service does, and what was too much was taken away.',
      partly: 'people were reviewed and services were not, or some broad rights remain.',
      no: 'broad rights are usual, or nobody has reviewed them.',
      look: 'administrator groups, permissions of applications in Entra, service accounts, cloud subscriptions.',
      evidence: 'the record of the last review with its outcome.',
    }),
    question(
      'ISM-1175',
      'Are administrator accounts kept from the web, from mail and from web services, unless they are cleared to manage online services?',
      {
        yes: 'a proxy, firewall or device policy blocks them everywhere, and accounts that are cleared reach only what they manage.',
        partly: 'they have no mailbox, and could still browse the web.',
        no: 'nothing prevents it.',
        look: 'proxy and firewall rules for administrators, and policies of the devices they work on.',
        evidence: 'the rule that blocks, or a picture of a blocked page.',
      },
    ),
    question(
      'ISM-1883',
      'Are administrator accounts that are cleared to manage online services limited to what that work needs?',
      {
        yes: 'such accounts are named, and each reaches only the portals and rights for its service.',
        partly: 'they are named, and some reach more than they need.',
        no: 'nobody has drawn that line.',
        look: 'the list of cleared accounts, their roles, and the web addresses open to them.',
        evidence: 'the list with the roles and addresses of each account.',
      },
    ),
    question('ISM-1898', 'Is administrative work done only on workstations that are secured for that purpose?', {
      yes: 'administrators of all systems use hardened workstations, physical or virtual, that serve nothing else.',
      partly: 'some administrators or systems are exceptions.',
      no: 'administration is done from everyday computers.',
      look: 'the devices from which administrators sign in, and the policies on these devices.',
      evidence: 'the list of such workstations and the policies they get.',
    }),
    question('ISM-1380', 'Do administrators keep administrative work and everyday work in two separate environments?', {
      yes: 'each administrator has a second computer, or a hosted desktop, for administration alone.',
      partly: 'some do, or only for some systems.',
      no: 'both are done on the same computer.',
      look: 'ask each administrator on what they open the admin portals and the servers.',
      evidence: 'the list of administrators with their administrative environment.',
    }),
    question(
      'ISM-1687',
      'Is it ruled out that the environment for administration runs as a virtual machine inside an everyday computer?',
      {
        yes: 'administration runs on hardware or a server of its own, and everyday work may be the virtual machine.',
        partly: 'it holds for most administrators.',
        no: 'administrators open a virtual machine for administration on their everyday computer.',
        look: 'ask each administrator how they reach their administrative environment.',
        evidence: 'a drawing or description of the set-up.',
      },
    ),
    question('ISM-1688', 'Are everyday accounts kept from signing in where administrative work is done?', {
      yes: 'a policy lets only administrator accounts sign in to administration workstations, jump servers and servers.',
      partly: 'it holds for some of them.',
      no: 'everyday accounts could sign in there.',
      look: 'the right to sign in locally and by remote desktop, in Intune or group policy.',
      evidence: 'the policy, or a picture of a refused attempt.',
    }),
    question('ISM-1689', 'Are administrator accounts, local ones aside, kept from signing in to everyday computers?', {
      yes: 'a policy denies domain and cloud administrators local and remote sign-in on ordinary computers.',
      partly: 'it holds for some administrators or some computers.',
      no: 'administrators can sign in anywhere.',
      look: 'the policy that denies sign-in, in Intune or group policy.',
      evidence: 'the policy, or a picture of a refused attempt.',
    }),
    question('ISM-1387', 'Are systems administered by way of jump servers?', {
      yes: 'servers and other systems accept administrative connections only from a hardened jump server.',
      partly: 'it holds for some systems, or other ways in remain open.',
      no: 'administrators connect straight from their computers.',
      look: 'firewall rules for remote desktop and SSH, and services such as Azure Bastion.',
      evidence: 'the firewall rule that lets in only the jump server.',
    }),
    question(
      'ISM-1509',
      'Is each use of administrative rights recorded in one central log, for servers and other systems too?',
      {
        yes: 'audit logs of Microsoft 365 and the security logs of servers and other systems arrive in one place.',
        partly: 'some systems do not send theirs.',
        no: 'logs stay on each system.',
        look: 'the sources of Microsoft Sentinel or your other central log, and diagnostic settings in Entra.',
        evidence: 'a search in the central log that shows an administrator at work on each kind of system.',
      },
    ),
    question(
      'ISM-1650',
      'Are changes to administrator accounts and to security groups recorded in one central log, for all directories?',
      {
        yes: 'changes in Entra, in Active Directory and in systems with their own accounts arrive in one place.',
        partly: 'some directories do not send theirs.',
        no: 'such changes are not kept centrally.',
        look: 'audit policy of domain controllers, and diagnostic settings in Entra.',
        evidence: 'a search in the central log that shows a recent change of a group.',
      },
    ),
  ],
}
