import type { Link, Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { ASD_HARDENING, ESSENTIAL_EIGHT, POLICY_FILES } from '../links/hardening-guides.ts'
import { OFFICE_POLICY_LICENCE } from '../links/licences.ts'
import { intuneSettings } from '../scripts/intune-settings.ts'
import { extendPolicy } from '../steps/extend.ts'

const TRUSTED_PUBLISHERS: Link = {
  title: 'Trusted publishers for Office files',
  url: 'https://learn.microsoft.com/deployoffice/security/trusted-publisher',
}
const TRUSTED_LOCATIONS: Link = {
  title: 'Trusted locations for Office files',
  url: 'https://learn.microsoft.com/deployoffice/security/trusted-locations',
}

export const SIGNED_MACROS: readonly Remedy[] = [
  {
    id: 'run-signed-macros-only',
    title: 'Let the few people who need macros run only signed ones',
    checks: ['office-macros-trusted-only', 'office-macros-untrusted-publisher'],
    requirements: ['ISM-1674', 'ISM-1675'],
    why: 'A signature shows who made a macro and that nobody changed it; a click on “Enable Content” shows only that somebody was in a hurry.',
    extend: extendPolicy('the settings for signed macros'),
    steps: [
      {
        text: 'If nobody needs macros, turn them off for everybody: then this requirement is met as well, and the other steps are not needed.',
      },
      {
        text: 'Get a certificate for signing code, in the name of the company, and store its key where only the people who examine macros can use it. Sign the macros that are still needed.',
      },
      {
        text: 'Deliver the public part of the certificate to the store “Trusted Publishers” of the computers, by Group Policy or with certutil -addstore TrustedPublisher in an Intune script.',
        link: TRUSTED_PUBLISHERS,
      },
      {
        text: 'Create the policy “Macros Enabled for Trusted Publishers” from the file of that name in Microsoft’s repository, and assign it only to the group of people who need macros. It allows signed macros only, disables trusted locations and documents, and removes the Message Bar.',
        link: POLICY_FILES,
      },
      {
        text: 'If you make the policy by hand, set for each application “VBA Macro Notification Settings” to “Disable all except digitally signed macros”, “Disable all trusted locations” to Enabled, and “Allow Trusted Locations on the network” to Disabled.',
      },
      {
        text: 'To close the two places where users could still allow a macro, set “Disable all Trust Bar notifications for security issues” to Enabled, and “Disable commands” with the command bar ID 19092 in each application.',
      },
      {
        text: 'Open a file with a macro signed by somebody else as a member of the group: neither the Message Bar nor File > Info may offer a button. Save a screenshot.',
      },
    ],
    script: intuneSettings('vbawarningspolicy|disablealltrustbarnotificationsfor|disablecommandbarbuttons'),
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice: 'Macros without the company’s signature no longer run. A changed macro must be signed again.',
    effort: 'days',
    verified:
      'The next run reads these settings of every Office application in Intune and expects them, or macros off, on 98% of the managed Windows devices. If another tool sets them, answer the questionnaire and show the policies.',
    documentation: [ASD_HARDENING.macros, ESSENTIAL_EIGHT.macros],
  },
  {
    id: 'trust-v3-signatures-of-macros-only',
    title: 'Trust only macros with the newer and safer kind of signature',
    checks: ['office-macros-v3-signatures'],
    requirements: ['ISM-1891'],
    why: 'Older signatures do not cover the whole macro, so an attacker can change a signed file and it still looks genuine.',
    extend: extendPolicy('the settings for V3 signatures'),
    steps: [
      {
        text: 'Update Office on all computers, so that it can create and read V3 signatures.',
      },
      {
        text: 'Open each signed file in the Visual Basic editor, sign it again with Tools > Digital Signature and save it. Ask suppliers of add-ins for files with V3 signatures.',
      },
      {
        text: 'In a settings catalog policy of Intune, search for “Only trust VBA macros that use V3 signatures” and set it to Enabled. Microsoft’s policy for trusted publishers does not contain it, so add it there.',
        link: INTUNE.start,
      },
      {
        text: 'Assign it to the people who may run macros, a week after the last file was signed again. People whose macros are off do not need it.',
      },
      { text: 'Test with a file that has only an old signature: its macro must not run, and no button may allow it.' },
    ],
    script: intuneSettings('onlytrustvbasignaturev3'),
    licence: OFFICE_POLICY_LICENCE,
    requires: ['apps-for-enterprise'],
    usersNotice: 'Files that were signed long ago do nothing until they are signed again.',
    effort: 'hours',
    verified:
      'The next run expects this setting, or macros off, on 98% of the managed Windows devices. If another tool sets it, answer the questionnaire and show the policy.',
    documentation: [ASD_HARDENING.macros],
  },
  {
    id: 'examine-macros-before-release',
    title: 'Examine each macro before it is signed or released',
    checks: [],
    requirements: ['ISM-1890'],
    why: 'A signature by your company makes every computer trust the macro, so somebody must first check that it does what it should and nothing else.',
    steps: [
      {
        text: 'Name two people who examine macros and did not write them, for example at your service provider. Only they can use the signing key.',
      },
      {
        text: 'Write one page: who asks and with which ticket, what is examined (downloads, other programs, passwords, files outside the task), who decides, and where the examined file is stored.',
      },
      {
        text: 'Have each file checked by antivirus software, read its code in the Visual Basic editor, and reject what nobody can explain. For add-ins of suppliers, ask for their signature and a contact.',
      },
      {
        text: 'Sign only what was released, record file, version, date, examiner and reason, and do the same after each change.',
      },
      { text: 'Within three months, examine the macros that are already in use, and remove those without an owner.' },
    ],
    licence: 'None: it is a task for people, with the tools that Office has',
    usersNotice: 'A new or changed macro can be used only after it has been released, usually within a few days.',
    effort: 'days',
    verified: 'Answer the questionnaire, and show the page, and the records of the last macros that were examined.',
    documentation: [ASD_HARDENING.macros],
  },
  {
    id: 'restrict-who-writes-to-trusted-locations',
    title: 'Let only those who examine macros write to the folders that Office trusts',
    checks: [],
    requirements: ['ISM-1487'],
    why: 'Office runs everything in a trusted folder without asking, so one file that somebody else puts there runs on every computer.',
    steps: [
      {
        text: 'It is safest to have no trusted locations: set “Disable all trusted locations” to Enabled for each Office application, and use signatures instead.',
        link: TRUSTED_LOCATIONS,
      },
      {
        text: 'If some are needed, name them with the policies “Trusted Location #1” and so on, and set “Allow mix of policy and user locations” to Disabled, so that users cannot add any.',
      },
      {
        text: 'Set the permissions of each folder and share: Modify for the group of examiners, Read for all others, and nothing more for the owners of files. Check Office’s template and startup folders as well.',
      },
      {
        text: 'Check the list and the permissions every half year, with the script or the tool of your file server.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as the user whose Office is examined, with access to the folders',
      check: `# The trusted locations of Word, and who has which rights there
Get-ChildItem 'HKCU:\\Software\\Microsoft\\Office\\16.0\\Word\\Security\\Trusted Locations' -ErrorAction SilentlyContinue |
  ForEach-Object { (Get-ItemProperty $_.PSPath).Path } |
  Where-Object { $_ } |
  ForEach-Object { Get-Acl ([Environment]::ExpandEnvironmentVariables($_)) } |
  Format-List Path, AccessToString`,
    },
    licence:
      'None for the permissions; the Office policies need Microsoft 365 Apps for enterprise, as in Microsoft 365 E3',
    usersNotice: 'People can open files in these folders, but can no longer save there.',
    effort: 'hours',
    verified: 'Answer the questionnaire, and show the list of trusted locations with the permissions of each.',
    documentation: [TRUSTED_LOCATIONS],
  },
  {
    id: 'review-trusted-publishers-yearly',
    title: 'Review every year whose macros are trusted',
    checks: [],
    requirements: ['ISM-1676'],
    why: 'A supplier you left years ago, or whose certificate was stolen, can still run code on all your computers as long as it is on this list.',
    steps: [
      {
        text: 'Collect the certificates in Trusted Publishers of some computers with the script, and those that your policies deliver. Compare them with the group of people who may run macros.',
      },
      {
        text: 'Decide for each one: which file needs it, is it still valid, and do you still use the supplier? Ideally only your own certificate is left.',
        link: TRUSTED_PUBLISHERS,
      },
      {
        text: 'Remove the others from the policy and from the computers, and select “Block certificates from trusted publishers that are only installed in the current user certificate store” in “VBA Macro Notification Settings”.',
      },
      { text: 'Record date, person and result in a ticket, and set the appointment for the next year.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell on the computer, as the user in question',
      check: `Get-ChildItem Cert:\\LocalMachine\\TrustedPublisher, Cert:\\CurrentUser\\TrustedPublisher |
  Select-Object PSParentPath, Subject, NotAfter, Thumbprint`,
    },
    licence: 'None: Windows has the list of trusted publishers in every edition',
    usersNotice: 'Macros of suppliers that were removed no longer run.',
    effort: 'hours',
    verified: 'Answer the questionnaire, and show the list with the date of the review.',
    documentation: [ASD_HARDENING.macros],
  },
]
