import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1 } from '../links/licences.ts'

export const MFA_FOR_SERVICES: readonly Remedy[] = [
  {
    id: 'connect-services-to-single-sign-on',
    title: 'Put other companies’ services that hold your data behind one protected sign-in',
    checks: ['mfa-third-party-services'],
    requirements: ['ISM-1679', 'ISM-1893', 'PR.AA-03'],
    why: 'Accounting, booking or support systems hold your data too, and a password that somebody reused elsewhere opens them from anywhere in the world.',
    steps: [
      {
        text: 'List every outside service that stores sensitive data of yours or of your customers: ask each team, and look through card statements for subscriptions. Name an owner for each.',
      },
      {
        text: 'For services that offer it, set up single sign-on under Entra ID > Enterprise apps > New application, by SAML or OpenID Connect, and assign the people who use it.',
        link: ENTRA.enterpriseApps,
      },
      {
        text: 'Make sure that no Conditional Access policy excludes these applications, and that the policy that requires a second factor covers all users and all resources.',
        link: ENTRA.conditionalAccess,
      },
      {
        text: 'In each connected service, turn off sign-in with its own password, apart from one sealed account for emergencies.',
      },
      {
        text: 'In services without single sign-on, open the security settings and make their own multi-factor authentication compulsory for all staff accounts; a setting that people may skip is not enough. Replace services that offer neither.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Applications, with Application.Read.All',
      check: `Get-MgServicePrincipal -All -Property DisplayName, AppId, PreferredSingleSignOnMode, AccountEnabled |
  Where-Object { $_.AccountEnabled -and $_.PreferredSingleSignOnMode -in 'saml', 'oidc' } |
  Select-Object DisplayName, AppId, PreferredSingleSignOnMode`,
    },
    licence: `${ENTRA_P1}; some services charge for single sign-on`,
    requires: ['entra-p1'],
    usersNotice: 'People sign in to these services with their work account and no longer need separate passwords.',
    effort: 'days',
    verified:
      'The next run expects each connected service to be covered by a policy for everybody. For all others, show the list of services with a screenshot of the compulsory setting.',
    documentation: [
      LEARN.singleSignOn,
      learn(
        'Set up single sign-on for an application',
        'entra/identity/enterprise-apps/add-application-portal-setup-sso',
      ),
    ],
  },
  {
    id: 'turn-on-mfa-in-minor-services',
    title: 'Switch on the second factor in less important online services too',
    checks: [],
    requirements: ['ISM-1680'],
    why: 'A stolen account for social media, travel or suppliers can be used to deceive customers and colleagues in your name.',
    steps: [
      {
        text: 'Ask every team which websites they sign in to for work: social media, travel, training, delivery, domain registrar and supplier portals.',
      },
      {
        text: 'Look up for each one whether it offers a second factor, and note it in the list. Prefer passkeys or an app over text messages.',
      },
      {
        text: 'Switch it on with the person who owns the account. Keep shared accounts in a password manager that stores the second factor as well.',
      },
      {
        text: 'Add the question “Does it offer a second factor?” to the way new services are approved, and update the list every year.',
      },
    ],
    licence: 'None: the services themselves offer it, mostly at no charge',
    usersNotice: 'People confirm some sign-ins to these websites with an app or a passkey.',
    effort: 'hours',
    verified: 'Show the list of services, with what each one offers and what is switched on.',
    documentation: [ASD.maturityModel],
  },
  {
    id: 'require-mfa-of-staff-in-own-services',
    title: 'Require a second factor for staff in the online services that you run yourselves',
    checks: [],
    requirements: ['ISM-1504', 'ISM-1892'],
    why: 'The staff side of a website, portal or remote access opens the data of all customers at once, so a single stolen password is enough for a large breach.',
    steps: [
      {
        text: 'List what staff can reach from the internet and what you operate: remote access, remote desktop, webmail, the administration of website and shop, customer portals, file exchange.',
      },
      {
        text: 'Connect applications that support SAML or OpenID Connect to Entra. Publish older web applications through Entra application proxy or Private Access, so that Conditional Access applies to them.',
        link: ENTRA.enterpriseApps,
      },
      {
        text: 'Put VPN and remote desktop gateways behind a second factor: by SAML where the product supports it, otherwise by RADIUS with the NPS extension for Entra.',
        link: learn('NPS extension for VPN', 'entra/identity/authentication/howto-mfa-nps-extension-vpn'),
      },
      {
        text: 'Where neither is possible, use the product’s own multi-factor authentication, make it compulsory for every staff account, and close direct access from the internet for the rest.',
      },
    ],
    licence: `${ENTRA_P1}; Private Access has a licence of its own`,
    requires: ['entra-p1'],
    usersNotice:
      'Staff confirm their sign-in to these services with the method that they already use for Microsoft 365.',
    effort: 'days',
    verified:
      'Show the list of services that face the internet, each with the policy or setting that makes a second factor compulsory.',
    documentation: [LEARN.privateApplications, LEARN.privateConditionalAccess],
  },
]
