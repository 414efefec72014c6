import type { Remedy } from '../../model/remedy.ts'
import { ENDPOINT_SECURITY } from '../links/intune-security.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const PROTECT_SOFTWARE: readonly Remedy[] = [
  {
    id: 'take-local-administrator-rights-away',
    title: 'Remove local administrator rights, and offer approved programs instead',
    checks: [],
    requirements: ['PR.PS-05'],
    why: 'Ransomware that starts with administrator rights can switch off every protection of the computer; with a user’s rights, it cannot.',
    steps: [
      {
        text: 'Write the rule: staff have no administrator rights on their computers, programs come from the company portal or the IT provider, and anybody may request one through a ticket.',
      },
      {
        text: 'Make sure that support gets into each computer without the user’s rights, for example with an account whose password Windows LAPS manages. Then list who is administrator where, with the script.',
      },
      {
        text: 'Offer approved programs in the company portal: assign them in Intune as “Available for enrolled devices”. Answer requests within a working day.',
      },
      {
        text: 'Remove the rights, first from a pilot group for two weeks: in Intune, Endpoint security > Account protection, profile “Local user group membership”. Where somebody really needs them, give a separate account or a tool that grants them for minutes.',
        link: ENDPOINT_SECURITY.accountProtection,
      },
      {
        text: 'On Macs, use your device management to make the everyday account a standard user; on servers, leave only administrators in the group.',
      },
      {
        text: 'For level 4, count administrators, blocked attempts and requests.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, shorten the list of approved programs, and close ways around it.',
        fromLevel: 5,
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell, on the computer or through your management tool',
      check: `# The administrators of this computer
Get-LocalGroupMember -SID S-1-5-32-544 | Select-Object Name, ObjectClass, PrincipalSource`,
    },
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'People cannot install programs themselves; a new one arrives within a day of the request.',
    effort: 'days',
    verified:
      'Show the rule, and the list of local administrators. Whether only approved programs run is a separate task, which the next run checks on computers.',
    documentation: [LEARN.accountProtection, PUBLICATIONS.cisaGoals],
  },
  {
    id: 'develop-software-securely',
    title: 'Set rules for secure development, in-house and by contractors',
    checks: [],
    requirements: ['PR.PS-06'],
    why: 'A flaw in a website or script that you ordered exposes your customers, and you answer for it.',
    steps: [
      {
        text: 'List what you develop or have developed: websites, shops, apps, interfaces, scripts and macros that the business depends on, with the person or company that maintains each.',
      },
      {
        text: 'Agree on a page of rules: every change is reviewed by a second person, tests run before each release, no passwords in code, components are listed and updated, test data contains no customers.',
        link: PUBLICATIONS.nistDevelopment,
      },
      {
        text: 'Switch on automatic checks in the code repository for outdated components, secrets and common flaws, and require a second factor for everyone with access.',
      },
      {
        text: 'Put the same rules in contracts with developers you hire, including the handover of code, accounts and documentation.',
        link: PUBLICATIONS.cisaSecureByDemand,
      },
      {
        text: 'Before a release, record who reviewed it, the test results and open flaws. Have what faces the internet tested by outsiders before its first release.',
      },
      {
        text: 'For level 4, count flaws by kind and age, and skipped reviews.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, direct rules, tools and training at the most frequent causes.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the rules; code repositories offer basic checks free of charge or in their paid plans',
    usersNotice: 'Users of the software notice nothing, or fewer faults.',
    effort: 'project',
    verified: 'Show the rules, and the review and test results of the last release.',
    documentation: [PUBLICATIONS.nistDevelopment, PUBLICATIONS.cisaSecureByDemand],
  },
]
