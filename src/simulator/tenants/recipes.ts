import { optionalPermissions, requiredPermissions } from '../../graph/permissions/permissions.ts'
import { type Posture, SAMPLE_TENANTS } from './tenants.ts'

/** How well a tenant is secured; determines all of its data. */
export type Baseline = 'strong' | 'typical' | 'weak' | 'unlicensed'

/** The parts of a tenant that may be secured better or worse than its accounts. */
export const AREAS = ['licences', 'signIn', 'devices', 'deviceManagement', 'security'] as const

export interface Recipe {
  posture: Posture
  tenantId: string
  organization: string
  /** Domain of the mail addresses, without the top-level domain. */
  domain: string
  /** Tenants with the same seed are twins: the same people, devices and ids. */
  seed: string
  baseline: Baseline
  /** Areas with another baseline than the accounts. */
  areas?: Readonly<Partial<Record<Area, Baseline>>>
  /** Whether some policies differ from the baseline: switched off, with exclusions, or with other assignments. */
  drifts?: boolean
  members: number
  guests: number
  disabled: number
  windows: number
  phones: number
  macs: number
  /** The permissions that the tenant granted. */
  permissions: readonly string[]
  /** Refuses the first request to each dataset, and every third one after it. */
  busy: boolean
  /** Maximum number of items per page, whatever `$top` asks. */
  pageSize: number
}

type Area = (typeof AREAS)[number]

/** The recipe for the content of one area. */
export const inArea = (recipe: Recipe, area: Area): Recipe => ({
  ...recipe,
  baseline: recipe.areas?.[area] ?? recipe.baseline,
})

const ALL_PERMISSIONS = [...requiredPermissions(), ...optionalPermissions()]

const WITHHELD = [
  'AuditLog.Read.All',
  'RoleManagement.Read.Directory',
  'DeviceManagementConfiguration.Read.All',
  'DeviceManagementScripts.Read.All',
  'SecurityEvents.Read.All',
  'SecurityIncident.Read.All',
  'BackupRestore-Configuration.Read.All',
  'ThreatHunting.Read.All',
  'Device.Read.All',
  'PrivilegedEligibilitySchedule.Read.AzureADGroup',
  'SharePointTenantSettings.Read.All',
]

type Sizes = Pick<Recipe, 'members' | 'guests' | 'disabled' | 'windows' | 'phones' | 'macs' | 'pageSize'>

const SMALL: Sizes = { members: 36, guests: 4, disabled: 3, windows: 34, phones: 12, macs: 3, pageSize: 25 }

type Variation = Partial<Recipe> & Pick<Recipe, 'domain' | 'baseline'>

/** `partial` is a twin of `typical`, so that only the missing permissions make a difference. */
const VARIATIONS: Readonly<Record<Posture, Variation>> = {
  strong: { domain: 'ironbark', baseline: 'strong', members: 40, guests: 0, disabled: 2, windows: 44, macs: 0 },
  typical: { domain: 'bellbird', baseline: 'typical' },
  weak: { domain: 'driftwood', baseline: 'weak', members: 24, guests: 6, disabled: 1, windows: 22, phones: 9, macs: 4 },
  partial: {
    domain: 'saltbush',
    baseline: 'typical',
    seed: 'typical',
    permissions: ALL_PERMISSIONS.filter((name) => !WITHHELD.includes(name)),
  },
  throttled: {
    domain: 'bellbird',
    organization: 'Bellbird Engineering',
    baseline: 'typical',
    seed: 'typical',
    busy: true,
  },
  unlicensed: {
    domain: 'wattlelane',
    baseline: 'unlicensed',
    members: 8,
    guests: 1,
    disabled: 1,
    windows: 0,
    phones: 0,
    macs: 0,
  },
  large: {
    domain: 'southerncross',
    baseline: 'typical',
    members: 4_880,
    guests: 80,
    disabled: 35,
    windows: 6_400,
    phones: 1_400,
    macs: 200,
    pageSize: 999,
  },
  // Readable only after its administrator has consented.
  'no-consent': { domain: 'pelicanpoint', baseline: 'weak', members: 14, guests: 2, windows: 11, phones: 6, macs: 1 },
}

/** The recipe of a sample tenant; undefined for every other id. */
export function recipeOf(tenantId: string): Recipe | undefined {
  const sample = SAMPLE_TENANTS.find((candidate) => candidate.tenantId === tenantId.toLowerCase())
  if (!sample) return undefined
  return {
    ...SMALL,
    posture: sample.posture,
    tenantId: sample.tenantId,
    organization: sample.name,
    seed: sample.posture,
    permissions: ALL_PERMISSIONS,
    busy: false,
    ...VARIATIONS[sample.posture],
  }
}
