import type { Licence } from '../model/remedy.ts'

/** Service plans by product: a tenant needs one of them to use it. The names are Microsoft's. */
export const INTUNE = ['INTUNE_A', 'INTUNE_SMB', 'INTUNE_EDU'] as const
export const ENTRA_P1 = ['AAD_PREMIUM', 'AAD_PREMIUM_P2'] as const
export const ENTRA_P2 = ['AAD_PREMIUM_P2'] as const
export const DEFENDER_P2 = ['WINDEFATP'] as const
/** Microsoft 365 Apps for enterprise, in its editions. */
export const APPS_FOR_ENTERPRISE = [
  'OFFICESUBSCRIPTION',
  'OFFICESUBSCRIPTION_GOV',
  'OFFICESUBSCRIPTION_unattended',
] as const

/** The service plans of each licence: one of them is enough. */
export const LICENCE_PLANS: Readonly<Record<Licence, readonly string[]>> = {
  'entra-p1': ENTRA_P1,
  'entra-p2': ENTRA_P2,
  intune: INTUNE,
  'apps-for-enterprise': APPS_FOR_ENTERPRISE,
}

/** Microsoft 365 Apps for business, as in Business Standard and Business Premium. */
export const APPS_FOR_BUSINESS = ['OFFICE_BUSINESS'] as const

/**
 * Service plans that give an account a mailbox. Many plans of the service `exchange` do not (archiving, email
 * protection, `EXCHANGE_S_FOUNDATION`), so they are recognised by id. Ids: Microsoft's list of product names and
 * service plan identifiers for licensing.
 */
export const MAILBOX_PLANS: ReadonlySet<string> = new Set([
  '9aaf7827-d63c-4b61-89c3-182f06f82e5c', // EXCHANGE_S_STANDARD
  'efb87545-963c-4e0d-99df-69c6916d9eb0', // EXCHANGE_S_ENTERPRISE
  '4a82b400-a79f-41a4-b4e2-e94f5787b113', // EXCHANGE_S_DESKLESS
  '1126bef5-da20-4f07-b45e-ad25d2581aa8', // EXCHANGE_S_ESSENTIALS
  '90927877-dcff-4af6-b346-2332c0b15bb7', // EXCHANGE_B_STANDARD
  'd42bdbd6-c335-4231-ab3d-c8f348d5aff5', // EXCHANGE_L_STANDARD
])

export const TEAMS_PLANS: ReadonlySet<string> = new Set(['57ff2da0-773e-42df-b2af-ffb7a2317929']) // TEAMS1

/** The plans of users that checks tell apart. */
export const COMMUNICATION_PLANS: ReadonlySet<string> = new Set([...MAILBOX_PLANS, ...TEAMS_PLANS])

/** Whether a user's plan with this `capabilityStatus` can be used; removed plans stay in the list as deleted. */
export const isActivePlan = (capabilityStatus: unknown): boolean =>
  capabilityStatus === 'Enabled' || capabilityStatus === 'Warning'

/** The product in which each service plan is sold. */
const PRODUCTS: Readonly<Record<string, string>> = {
  AAD_PREMIUM: 'Microsoft Entra ID P1',
  AAD_PREMIUM_P2: 'Microsoft Entra ID P2',
  INTUNE_A: 'Microsoft Intune',
  INTUNE_SMB: 'Microsoft Intune',
  INTUNE_EDU: 'Microsoft Intune',
  WINDEFATP: 'Microsoft Defender for Endpoint Plan 2',
  MDE_SMB: 'Microsoft Defender for Business',
  OFFICESUBSCRIPTION: 'Microsoft 365 Apps for enterprise',
  OFFICESUBSCRIPTION_GOV: 'Microsoft 365 Apps for enterprise',
  OFFICESUBSCRIPTION_unattended: 'Microsoft 365 Apps for enterprise',
}

/** Names of the products that have one of these service plans: `Microsoft Entra ID P1 or Microsoft Entra ID P2`. */
export function productsWith(plans: readonly string[]): string {
  return [...new Set(plans.map((plan) => PRODUCTS[plan] ?? plan))].join(' or ')
}

export const licenceName = (licence: Licence): string => productsWith(LICENCE_PLANS[licence])

/** The end of a sentence: `no licence for Microsoft Entra ID P2 (service plan AAD_PREMIUM_P2)`. */
export function noLicenceFor(plans: readonly string[]): string {
  return `no licence for ${productsWith(plans)} (service plan ${plans.join(' or ')})`
}
