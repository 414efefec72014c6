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

/** Microsoft 365 Apps for business, as in Business Standard and Business Premium. */
export const APPS_FOR_BUSINESS = ['OFFICE_BUSINESS'] as const

/** The product in which each service plan is sold. */
const PRODUCTS: Readonly<Record<string, string>> = {
  AAD_PREMIUM: 'Microsoft Entra ID P1',
  AAD_PREMIUM_P2: 'Microsoft Entra ID P2',
  INTUNE_A: 'Microsoft Intune',
  INTUNE_SMB: 'Microsoft Intune',
  INTUNE_EDU: 'Microsoft Intune',
  WINDEFATP: 'Microsoft Defender for Endpoint Plan 2',
  MDE_SMB: 'Microsoft Defender for Business',
}

/** Names of the products that have one of these service plans: `Microsoft Entra ID P1 or Microsoft Entra ID P2`. */
export function productsWith(plans: readonly string[]): string {
  return [...new Set(plans.map((plan) => PRODUCTS[plan] ?? plan))].join(' or ')
}

/** The end of a sentence: `no licence for Microsoft Entra ID P2 (service plan AAD_PREMIUM_P2)`. */
export function noLicenceFor(plans: readonly string[]): string {
  return `no licence for ${productsWith(plans)} (service plan ${plans.join(' or ')})`
}
