import type { Remedy } from '../../model/remedy.ts'
import { learn } from '../links/learn.ts'

export const MFA_FOR_CUSTOMERS: readonly Remedy[] = [
  {
    id: 'require-mfa-of-customers',
    title: 'Require a second factor for customers before they see sensitive data',
    checks: [],
    requirements: ['ISM-1681'],
    why: 'Customers reuse passwords, and when an account in your portal is taken over, your business is the one that lost their data.',
    steps: [
      {
        text: 'Decide with the owner of each customer service which data counts as sensitive: personal, health and payment data always do.',
      },
      {
        text: 'Ask the vendor of the portal to make multi-factor authentication compulsory for every customer account, at sign-in or at the latest before such data is shown.',
      },
      {
        text: 'If customers sign in through Microsoft Entra External ID, create a Conditional Access policy in the external tenant for all users and the portal, with “Require multifactor authentication”, and enable the methods for it.',
        link: learn(
          'Multi-factor authentication in External ID',
          'entra/external-id/customers/how-to-multifactor-authentication-customers',
        ),
      },
      {
        text: 'Announce the change by email and on the sign-in page, prepare the support desk for lost phones, and remove the option to skip.',
      },
    ],
    licence:
      'Depends on the portal; in Microsoft Entra External ID it is included, and text messages are charged separately',
    usersNotice: 'Staff notice nothing. Customers confirm each sign-in with a second step.',
    effort: 'project',
    verified: 'Show the setting that makes the second factor compulsory, or a recording of a customer signing in.',
    documentation: [
      learn(
        'How multi-factor authentication works for customers',
        'entra/external-id/customers/concept-multifactor-authentication-customers',
      ),
    ],
  },
  {
    id: 'offer-passkeys-to-customers',
    title: 'Offer passkeys to customers as a way to sign in',
    checks: [],
    requirements: ['ISM-1873'],
    why: 'Customers who use a passkey cannot be tricked into giving their access away, and they call support less often about forgotten passwords.',
    steps: [
      {
        text: 'Ask the vendor of the portal for passkeys (FIDO2, WebAuthn), and test them on Windows, iPhone and Android before you announce them.',
      },
      {
        text: 'In Microsoft Entra External ID, set up a custom URL domain first, then enable “Passkey (FIDO2)” for all users under Authentication methods > Policies, with both synced and device-bound passkeys.',
        link: learn('Passkeys in External ID', 'entra/external-id/customers/how-to-sign-in-with-passkey'),
      },
      {
        text: 'Add a page to the portal where customers register, see and remove their passkeys, and point them to it after each sign-in with a password.',
      },
    ],
    licence: 'Depends on the portal; all plans of Microsoft Entra External ID include passkeys',
    usersNotice: 'Customers may choose a passkey or continue as before; staff are not affected.',
    effort: 'project',
    verified: 'Show a screenshot of the options that every customer has.',
    documentation: [
      learn('Ways to sign in for customers', 'entra/external-id/customers/concept-authentication-methods-customers'),
    ],
  },
  {
    id: 'accept-only-passkeys-of-customers',
    title: 'Let customers sign in only with methods that cannot be phished',
    checks: [],
    requirements: ['ISM-1874'],
    why: 'As long as a password and a code still work beside the passkey, criminals will ask customers for exactly those.',
    steps: [
      {
        text: 'Measure how many customers use passkeys already, and set a date after which a password is not enough. Customers without a suitable device need another channel, such as the telephone.',
      },
      {
        text: 'Ask the vendor of the portal whether passkeys can be enforced. Microsoft Entra External ID offers passkeys and cannot yet require them, so a portal that uses it needs a check of its own or another identity product.',
      },
      {
        text: 'Make recovery as strong as sign-in: an email with a link must not be enough to register a new passkey. Use a second passkey, an identity check or a letter.',
      },
      { text: 'From that date on, refuse passwords, codes and app approvals for accounts with sensitive data.' },
    ],
    licence: 'Depends on the identity product of the portal',
    usersNotice:
      'Customers can sign in only with a passkey, security key or certificate. The support desk gets more calls at first.',
    effort: 'project',
    verified: 'Show the setting that turns all other methods off, and how an account is recovered without them.',
    documentation: [
      learn('What External ID supports', 'entra/external-id/customers/how-to-sign-in-with-passkey'),
      {
        title: 'Information security manual',
        url: 'https://www.cyber.gov.au/ism',
      },
    ],
  },
]
