import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1_AND_INTUNE } from '../links/licences.ts'
import { policiesWhere } from '../scripts/conditional-access.ts'

export const SIGN_IN_DEVICES: readonly Remedy[] = [
  {
    id: 'require-managed-device',
    title: 'Let people sign in only from devices that you manage',
    checks: ['managed-device-sign-in'],
    requirements: [],
    why: 'Even with a stolen password and a stolen code, a criminal cannot sign in, because their own computer is not one of yours.',
    steps: [
      {
        text: 'Enrol every computer and phone that is used for work in Intune, and give each platform a compliance policy: encryption, current system, screen lock, antivirus.',
        link: LEARN.compliancePolicies,
      },
      {
        text: 'Wait until the compliance report shows hardly any failures, and fix or replace the rest. Decide what happens with private phones: enrol them with a work profile or keep them out.',
      },
      {
        text: 'Create a policy for all users and all resources: Grant > “Require device to be marked as compliant” and “Require Microsoft Entra hybrid joined device”, with “Require one of the selected controls”. Add no further alternative, such as a second factor.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts and, where there is synchronisation, the role Directory Synchronization Accounts. For guests, trust compliant devices of their own organisation under Cross-tenant access settings.',
        link: ENTRA.inboundAccess,
      },
      { text: 'Run it in report-only mode for two weeks, help the people who would fail, then set it to On.' },
    ],
    script: policiesWhere(
      "$_.GrantControls.BuiltInControls -contains 'compliantDevice' -or $_.GrantControls.BuiltInControls -contains 'domainJoinedDevice'",
    ),
    licence: ENTRA_P1_AND_INTUNE,
    requires: ['entra-p1', 'intune'],
    usersNotice:
      'Work is possible only on devices that are set up by the business. Private computers and internet cafés can no longer open email or files.',
    effort: 'project',
    verified:
      'The next run expects everybody to be asked for a compliant or hybrid joined device, for all resources and on all platforms.',
    documentation: [
      learn('Require a compliant device', 'entra/identity/conditional-access/policy-all-users-device-compliance'),
    ],
  },
  {
    id: 'register-methods-on-managed-devices',
    title: 'Let people register a second factor only on a device that you manage',
    checks: ['managed-device-registration'],
    requirements: [],
    why: 'A criminal with a password would otherwise register a phone of their own as the second factor and stay unnoticed.',
    steps: [
      {
        text: 'Prepare for new people: they first set up their work computer, with a temporary access pass from the support desk, and register on it.',
        link: LEARN.temporaryAccessPass,
      },
      {
        text: 'Create a policy: all users, Target resources > User actions > “Register security information”, Grant with both device controls, compliant and hybrid joined, and “Require one of the selected controls”. Set no condition on locations.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'Exclude only the emergency access accounts. Guests need no exclusion if you trust multifactor authentication of their own tenant, since they then register nothing here.',
        link: ENTRA.inboundAccess,
      },
      { text: 'Test it with a new account and with a lost phone, then change it from report-only to On.' },
    ],
    script: policiesWhere("$_.Conditions.Applications.IncludeUserActions -contains 'urn:user:registersecurityinfo'"),
    licence: ENTRA_P1_AND_INTUNE,
    requires: ['entra-p1', 'intune'],
    usersNotice: 'A new phone or security key has to be registered from the work computer.',
    effort: 'hours',
    verified:
      'The next run expects an enabled policy for this user action that asks everybody for a compliant or hybrid joined device.',
    documentation: [
      learn(
        'Protect the registration of security information',
        'entra/identity/conditional-access/policy-all-users-security-info-registration',
      ),
    ],
  },
]
