import type { Remedy } from '../../model/remedy.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'

export const GUESTS: readonly Remedy[] = [
  {
    id: 'limit-what-guests-see',
    title: 'Limit what guests can see of your people and groups',
    checks: ['guest-access-restricted'],
    requirements: [],
    why: 'Otherwise, a hijacked guest account could list all your people, groups and managers: the raw material for convincing fraud.',
    steps: [
      {
        text: 'Open Entra ID > External Identities > External collaboration settings.',
        link: ENTRA.collaboration,
      },
      {
        text: 'Under “Guest user access”, select “Guest user access is restricted to properties and memberships of their own directory objects (most restrictive)”, or at least the option with limited access.',
      },
      {
        text: 'Try shared teams and sites with a guest. The change takes up to 15 minutes, and can be undone on the same page.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.SignIns, with Policy.Read.All, and Policy.ReadWrite.Authorization for the change',
      check: 'Get-MgPolicyAuthorizationPolicy | Select-Object GuestUserRoleId',
      change: "Update-MgPolicyAuthorizationPolicy -GuestUserRoleId '2af84b1e-32c8-42b7-82bc-daa82404023b' -WhatIf",
    },
    licence: 'None: guest access is part of every tenant',
    usersNotice:
      'Members notice nothing. Guests no longer see other people and groups outside the teams that they belong to.',
    effort: 'minutes',
    verified: 'The next run reads the setting and expects one of the two limited options.',
    documentation: [learn('Restrict guest permissions', 'entra/identity/users/users-restrict-guest-permissions')],
  },
  {
    id: 'limit-who-invites-guests',
    title: 'Let only a few named people invite guests',
    checks: ['guest-invitations-restricted'],
    requirements: [],
    why: 'Every guest gets a way into your data; if anybody can invite, nobody knows who has one and who should have lost it.',
    steps: [
      {
        text: 'Decide who invites guests: for most businesses, one or two people in each department and the IT provider.',
      },
      {
        text: 'Give these people the role Guest Inviter under Entra ID > Roles & admins.',
        link: ENTRA.roles,
      },
      {
        text: 'In External collaboration settings, set “Guest invite settings” to “Only users assigned to specific admin roles can invite guest users”, or to “No one in the organization can invite guest users including admins (most restrictive)”.',
        link: ENTRA.collaboration,
      },
      { text: 'Announce whom to ask for an invitation, and review the existing guests once a year.' },
    ],
    script: {
      language: 'PowerShell',
      needs:
        'Microsoft.Graph.Identity.SignIns, with Policy.Read.All, and Policy.ReadWrite.Authorization for the change',
      check: 'Get-MgPolicyAuthorizationPolicy | Select-Object AllowInvitesFrom',
      change: 'Update-MgPolicyAuthorizationPolicy -AllowInvitesFrom adminsAndGuestInviters -WhatIf',
    },
    licence: 'None: every tenant has the setting',
    usersNotice: 'Most people ask a colleague with that task before a new guest can join a team or open a shared file.',
    effort: 'hours',
    verified:
      'The next run reads who may invite guests, and expects only administrators and guest inviters, or nobody.',
    documentation: [
      learn('External collaboration settings', 'entra/external-id/external-collaboration-settings-configure'),
    ],
  },
  {
    id: 'allow-guests-of-approved-organisations',
    title: 'Invite guests only from organisations that you have approved',
    checks: [],
    requirements: ['MS.AAD.8.3v1'],
    why: 'A list of approved organisations stops invitations to private or mistyped addresses, where your data would be out of reach of any agreement.',
    steps: [
      {
        text: 'Export the current guests and collect their domains. Ask the owners of teams and sites which of them they still work with.',
        link: ENTRA.users,
      },
      {
        text: 'For each domain, note why it is needed, who approved it and until when. You will show this list later.',
      },
      {
        text: 'In External collaboration settings > Collaboration restrictions, select “Allow invitations only to the specified domains (most restrictive)” and enter the domains. Save an existing deny list first, because changing the type discards it.',
        link: ENTRA.collaboration,
      },
      {
        text: 'Set the same domains for sharing in the SharePoint admin center, which does not use this list, and remove guests of all other domains.',
      },
    ],
    licence: 'None: collaboration restrictions are part of every tenant',
    usersNotice: 'Inviting somebody from a new organisation fails with a notice until the domain is approved.',
    effort: 'hours',
    verified: 'Show the setting with its domains and the business reason for each of them.',
    documentation: [learn('Allow or block invitations', 'entra/external-id/allow-deny-list')],
  },
]
