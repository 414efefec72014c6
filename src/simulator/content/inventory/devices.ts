import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf, type Random, randomOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import type { Person } from './people.ts'
import { windowsVersions } from './windows-versions.ts'

export interface Device {
  id: string
  name: string
  system: 'Windows' | 'iOS' | 'macOS'
  version: string
  owner: Person | undefined
  /** Device id in the directory, and id of its directory object. */
  directoryId: string
  objectId: string
  lastSync: string
  enrolled: string
  compliant: boolean
  management: keyof typeof MANAGEMENT
}

/**
 * How Intune manages a device. Devices that group policy or Configuration Manager configures as well are joined to the
 * organisation's own Active Directory; Intune reports their enrollment as co-management.
 */
const MANAGEMENT = {
  cloud: { agent: 'mdm', enrollment: 'windowsAzureADJoin', join: 'azureADJoined' },
  hybrid: { agent: 'mdm', enrollment: 'windowsCoManagement', join: 'hybridAzureADJoined' },
  coManaged: { agent: 'configurationManagerClientMdm', enrollment: 'windowsCoManagement', join: 'hybridAzureADJoined' },
  apple: { agent: 'mdm', enrollment: 'appleBulkWithUser', join: 'azureADRegistered' },
} as const

/** The workloads that Intune has taken over from Configuration Manager. */
const CO_MANAGED_WORKLOADS = {
  inventory: true,
  modernApps: false,
  resourceAccess: true,
  deviceConfiguration: false,
  compliancePolicy: true,
  windowsUpdateForBusiness: true,
}

const PHONE_VERSIONS: readonly [string, ...string[]] = ['26.1', '26.1', '26.0.1', '18.7.2']
const MAC_VERSIONS: readonly [string, ...string[]] = ['26.1', '15.7.2']
const STALE_SHARE: Readonly<Record<Baseline, number>> = { strong: 0, typical: 0.05, weak: 0.25, unlicensed: 0 }
const NON_COMPLIANT_SHARE: Readonly<Record<Baseline, number>> = { strong: 0, typical: 0.1, weak: 0.5, unlicensed: 0 }

const MODELS = { Windows: 'Latitude 5450', iOS: 'iPhone 15', macOS: 'MacBook Air' } as const
const MAKERS = { Windows: 'Dell Inc.', iOS: 'Apple', macOS: 'Apple' } as const
const PREFIXES = { Windows: 'LT', iOS: 'iPhone', macOS: 'MB' } as const

export function devicesOf(recipe: Recipe, people: readonly Person[], calendar: Calendar): Device[] {
  const random = randomOf(`${recipe.seed}/devices`)
  const owners = people.filter(({ kind, enabled }) => kind === 'member' && enabled)
  const build = (system: Device['system'], count: number, versions: readonly [string, ...string[]]): Device[] =>
    Array.from({ length: count }, (_, position) => {
      const id = guidOf(recipe.seed, 'device', system, position)
      return {
        id,
        name: nameOf(recipe, system, position),
        system,
        version: random.pick(versions),
        owner: owners[position % Math.max(1, owners.length)],
        directoryId: guidOf(id, 'directory'),
        objectId: guidOf(id, 'object'),
        lastSync: lastSync(recipe.baseline, random, calendar),
        enrolled: calendar.past(30 + random.below(900), 600),
        compliant: random.share() >= NON_COMPLIANT_SHARE[recipe.baseline],
        management: system === 'Windows' ? windowsManagement(recipe.baseline, position) : 'apple',
      }
    })
  return [
    ...build('Windows', recipe.windows, windowsVersions(recipe.baseline, calendar)),
    ...build('iOS', recipe.phones, PHONE_VERSIONS),
    ...build('macOS', recipe.macs, MAC_VERSIONS),
  ]
}

/** Strong tenants have left Active Directory; elsewhere, two of twelve devices are still joined to it. */
function windowsManagement(baseline: Baseline, position: number): Device['management'] {
  if (baseline === 'strong') return 'cloud'
  if (position % 12 === 4) return 'hybrid'
  return position % 12 === 10 ? 'coManaged' : 'cloud'
}

function nameOf(recipe: Recipe, system: Device['system'], position: number): string {
  const site = recipe.domain.slice(0, 3).toUpperCase()
  return `${site}-${PREFIXES[system]}-${String(1_001 + position)}`
}

function lastSync(baseline: Baseline, random: Random, calendar: Calendar): string {
  const isStale = random.share() < STALE_SHARE[baseline]
  return calendar.recent(isStale ? 25 + random.below(90) : 1 + random.below(4), random.below(1_400))
}

/**
 * The last Windows device of a typical or weak tenant has never reported and has no owner; its date is the one with
 * which Intune says "never".
 */
export function managedDeviceRows(recipe: Recipe, devices: readonly Device[]): Row[] {
  const nobodys = recipe.baseline === 'strong' ? undefined : devices.findLast(({ system }) => system === 'Windows')
  return devices.map((device) => {
    const owner = device === nobodys ? undefined : device.owner
    const { agent, enrollment } = MANAGEMENT[device.management]
    return {
      id: device.id,
      userId: owner?.id ?? '',
      deviceName: device.name,
      managedDeviceOwnerType: 'company',
      enrolledDateTime: device.enrolled,
      lastSyncDateTime: device === nobodys ? '0001-01-01T00:00:00Z' : device.lastSync,
      operatingSystem: device.system,
      osVersion: device.version,
      complianceState: device.compliant ? 'compliant' : 'noncompliant',
      managementAgent: agent,
      azureADRegistered: true,
      azureADDeviceId: device.directoryId,
      deviceEnrollmentType: enrollment,
      deviceRegistrationState: 'registered',
      configurationManagerClientEnabledFeatures: device.management === 'coManaged' ? CO_MANAGED_WORKLOADS : null,
      isEncrypted: recipe.baseline !== 'weak',
      userPrincipalName: owner?.userPrincipalName ?? '',
      userDisplayName: owner?.displayName ?? '',
      model: MODELS[device.system],
      manufacturer: MAKERS[device.system],
      serialNumber: device.id.slice(0, 8).toUpperCase(),
    }
  })
}

const EDITIONS: Readonly<Record<Baseline, readonly [family: string, number: number]>> = {
  strong: ['Enterprise', 4],
  typical: ['Pro', 48],
  weak: ['Pro', 48],
  unlicensed: ['Pro', 48],
}

/** The same devices in beta, which includes their edition and how they are joined. */
export function deviceEditionRows(recipe: Recipe, devices: readonly Device[]): Row[] {
  const [family, number] = EDITIONS[recipe.baseline]
  return managedDeviceRows(recipe, devices).map((row, index) => ({
    ...row,
    joinType: MANAGEMENT[devices[index]?.management ?? 'cloud'].join,
    skuFamily: row.operatingSystem === 'Windows' ? family : '',
    skuNumber: row.operatingSystem === 'Windows' ? number : 0,
  }))
}
