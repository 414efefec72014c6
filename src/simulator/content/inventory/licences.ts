import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

/** Ids and names from Microsoft's list of product names and service plan identifiers for licensing. */
const PLANS = {
  AAD_PREMIUM: ['41781fb2-bc02-4b7c-bd55-b576c07bb09d', 'AADPremiumService'],
  AAD_PREMIUM_P2: ['eec0eb4f-6444-4f95-aba0-50c24d67f998', 'AADPremiumService'],
  MFA_PREMIUM: ['8a256a2b-b617-496d-b51b-e76466e88db0', 'MultiFactorService'],
  INTUNE_A: ['c1ec4a95-1f05-45b3-a911-aa3fa01094f5', 'SCO'],
  EXCHANGE_S_STANDARD: ['9aaf7827-d63c-4b61-89c3-182f06f82e5c', 'exchange'],
  EXCHANGE_S_ENTERPRISE: ['efb87545-963c-4e0d-99df-69c6916d9eb0', 'exchange'],
  EXCHANGE_S_FOUNDATION: ['113feb6c-3fe4-4440-bddc-54d774bf0318', 'exchange'],
  SHAREPOINTSTANDARD: ['c7699d2e-19aa-44de-8edf-1736da088ca1', 'SharePoint'],
  SHAREPOINTENTERPRISE: ['5dbe027f-2339-4123-9542-606e4d348a72', 'SharePoint'],
  TEAMS1: ['57ff2da0-773e-42df-b2af-ffb7a2317929', 'TeamspaceAPI'],
  OFFICE_BUSINESS: ['094e7854-93fc-4d55-b2c0-3ab5369ebdc1', 'MicrosoftOffice'],
  OFFICESUBSCRIPTION: ['43de0ff5-c92c-492b-9116-175376d08c38', 'MicrosoftOffice'],
  ATP_ENTERPRISE: ['f20fedf3-f3c3-43c3-8267-2bfdd51c0939', 'exchange'],
  MDE_SMB: ['bfc1bbd9-981b-4f71-9b82-17c35fd0e2a4', 'WindowsDefenderATP'],
  WINDEFATP: ['871d91ec-ec1a-452b-a83f-bd76c7d770ef', 'WindowsDefenderATP'],
} as const

type PlanName = keyof typeof PLANS

interface Product {
  skuId: string
  part: string
  plans: readonly PlanName[]
}

const BUSINESS_BASIC: Product = {
  skuId: '3b555118-da6a-4418-894f-7df1e2096870',
  part: 'O365_BUSINESS_ESSENTIALS',
  plans: ['EXCHANGE_S_STANDARD', 'SHAREPOINTSTANDARD', 'TEAMS1'],
}
const BUSINESS_PREMIUM: Product = {
  skuId: 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46',
  part: 'SPB',
  plans: [
    'AAD_PREMIUM',
    'MFA_PREMIUM',
    'INTUNE_A',
    'EXCHANGE_S_STANDARD',
    'SHAREPOINTSTANDARD',
    'TEAMS1',
    'OFFICE_BUSINESS',
    'ATP_ENTERPRISE',
    'MDE_SMB',
  ],
}
const ENTERPRISE_E5: Product = {
  skuId: '06ebc4ee-1bb5-47dd-8120-11324bc54e06',
  part: 'SPE_E5',
  plans: [
    'AAD_PREMIUM',
    'AAD_PREMIUM_P2',
    'MFA_PREMIUM',
    'INTUNE_A',
    'EXCHANGE_S_ENTERPRISE',
    'SHAREPOINTENTERPRISE',
    'TEAMS1',
    'OFFICESUBSCRIPTION',
    'ATP_ENTERPRISE',
    'WINDEFATP',
  ],
}
const DEFENDER_ENDPOINT: Product = {
  skuId: '111046dd-295b-4d6d-9724-d52ac90bd1f2',
  part: 'WIN_DEF_ATP',
  plans: ['EXCHANGE_S_FOUNDATION', 'WINDEFATP'],
}
const ENTRA_P2: Product = {
  skuId: '84a661c4-e949-4bd2-a560-ed7766fcaf2b',
  part: 'AAD_PREMIUM_P2',
  plans: ['EXCHANGE_S_FOUNDATION', 'AAD_PREMIUM', 'AAD_PREMIUM_P2', 'MFA_PREMIUM'],
}

/** All people have the first product, a few people have the others. */
const PRODUCTS: Readonly<Record<Baseline, readonly [Product, ...Product[]]>> = {
  strong: [ENTERPRISE_E5],
  typical: [BUSINESS_PREMIUM, ENTRA_P2, DEFENDER_ENDPOINT],
  weak: [BUSINESS_PREMIUM],
  unlicensed: [BUSINESS_BASIC],
}

const FEW = 5

/** Names of the service plans that a tenant of this baseline has. */
export function servicePlanNames(baseline: Baseline): ReadonlySet<string> {
  return new Set(PRODUCTS[baseline].flatMap(({ plans }) => [...plans]))
}

export function subscribedSkus(recipe: Recipe, used: number): Row[] {
  return PRODUCTS[recipe.baseline].map(({ skuId, part, plans }, position) => ({
    accountId: recipe.tenantId,
    accountName: recipe.domain,
    appliesTo: 'User',
    capabilityStatus: 'Enabled',
    consumedUnits: position === 0 ? used : FEW,
    id: `${recipe.tenantId}_${skuId}`,
    prepaidUnits: {
      enabled: position === 0 ? Math.ceil(used / 5 + 1) * 5 : FEW,
      lockedOut: 0,
      suspended: 0,
      warning: 0,
    },
    servicePlans: plans.map((name) => ({
      servicePlanId: PLANS[name][0],
      servicePlanName: name,
      provisioningStatus: 'Success',
      appliesTo: name === 'EXCHANGE_S_FOUNDATION' ? 'Company' : 'User',
    })),
    skuId,
    skuPartNumber: part,
    subscriptionIds: [guidOf(recipe.seed, 'subscription', part)],
  }))
}

/** `assignedPlans` of a user with the tenant's first product. */
export function assignedPlans(baseline: Baseline, assignedAt: string): Row[] {
  return PRODUCTS[baseline][0].plans.map((name) => ({
    assignedDateTime: assignedAt,
    capabilityStatus: 'Enabled',
    service: PLANS[name][1],
    servicePlanId: PLANS[name][0],
  }))
}
