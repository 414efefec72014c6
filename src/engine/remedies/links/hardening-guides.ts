import type { Link } from '../../model/remedy.ts'

const APP_CONTROL =
  'https://learn.microsoft.com/windows/security/application-security/application-control/app-control-for-business'
const ASD =
  'https://www.cyber.gov.au/business-government/protecting-devices-systems/hardening-systems-applications/system-hardening'

/** A page of Microsoft's documentation on App Control for Business by its path. */
export const appControl = (title: string, path: string): Link => ({ title, url: `${APP_CONTROL}/${path}` })

/** Guides of the Australian Signals Directorate on hardening. */
export const ASD_HARDENING = {
  applicationControl: {
    title: 'ASD: Implementing application control',
    url: `${ASD}/implementing-application-control`,
  },
  macros: { title: 'ASD: Restricting Microsoft Office macros', url: `${ASD}/restricting-microsoft-office-macros` },
  office: {
    title: 'ASD: Hardening Microsoft 365 and Office',
    url: `${ASD}/hardening-microsoft-365-office-2021-office-2019-and-office-2016`,
  },
  ole: {
    title: 'ASD’s Blueprint: OLE hardening',
    url: 'https://blueprint.asd.gov.au/design/endpoints/windows/security/ole-hardening/',
  },
} as const satisfies Record<string, Link>

/** Microsoft's guidance on meeting the Essential Eight with its products. */
export const ESSENTIAL_EIGHT = {
  applications: {
    title: 'Essential Eight: user application hardening with Microsoft products',
    url: 'https://learn.microsoft.com/compliance/anz/e8-app-harden',
  },
  macros: {
    title: 'Essential Eight: Office macro settings with Microsoft products',
    url: 'https://learn.microsoft.com/compliance/anz/e8-macro',
  },
} as const satisfies Record<string, Link>

/** Files that create the policies in Intune, unassigned. */
export const POLICY_FILES: Link = {
  title: 'Microsoft’s Intune policies for the hardening guidance of ASD',
  url: 'https://github.com/microsoft/Intune-ACSC-Windows-Hardening-Guidelines',
}

export const RULES_REFERENCE: Link = {
  title: 'Attack surface reduction rules reference',
  url: 'https://learn.microsoft.com/defender-endpoint/attack-surface-reduction-rules-reference',
}
