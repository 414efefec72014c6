import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from '../values/dates.ts'
import { huntedTexts } from '../values/hunted-texts.ts'
import { hostOf, onboardedDevices } from './onboarding.ts'
import { type WindowsFleet, windowsFleet } from './windows-fleet.ts'

/** Open flaws of one kind of software on a device: when the oldest one was published (milliseconds), if there is one. */
export interface OpenFlaws {
  exploitableMs: number | undefined
  criticalMs: number | undefined
  otherMs: number | undefined
  software: readonly string[]
}

export interface SoftwareOnDevice {
  name: string
  /** Office, browsers, email, PDF and security software past end of support; `otherEnded` has all other software. */
  listedEnded: readonly string[]
  otherEnded: readonly string[]
  listedFlaws: OpenFlaws | undefined
  otherFlaws: OpenFlaws | undefined
}

export interface SoftwareInventory {
  ok: true
  devices: readonly SoftwareOnDevice[]
  /** Number of managed Windows devices; absent without Intune. */
  managed?: number
  /** Names of the managed Windows devices that do not report their software. */
  unseen: readonly string[]
  /** Why the flaws are unknown, if only the inventory could be read. */
  flawsUnread?: Failed
  evidence: Evidence[]
}

/**
 * The software of the devices that report it to Defender Vulnerability Management (advanced hunting), an optional
 * reading. Managed devices that report nothing count as unseen: clean reports of a few prove nothing about the rest.
 */
export const softwareOnDevices = perTenant((tenant: TenantReading): SoftwareInventory | Failed => {
  const inventory = readDataset(tenant, 'softwareInventory')
  if (!inventory.ok) return inventory
  const flaws = readDataset(tenant, 'softwareVulnerabilities')
  const fleet = windowsFleet(tenant)
  // Without an Intune licence, no devices are known to compare with; an unread list may be longer than the inventory.
  if (!fleet.ok && fleet.verdict === 'no_visibility') return fleet
  const byId = new Map<string, SoftwareOnDevice>()
  for (const item of list(inventory.value)) {
    const row = fields(item)
    byId.set(text(row.DeviceId) ?? '', {
      ...withoutFindings(row),
      listedEnded: huntedTexts(row.ListedEnded),
      otherEnded: huntedTexts(row.OtherEnded),
    })
  }
  for (const item of flaws.ok ? list(flaws.value) : []) {
    const row = fields(item)
    const id = text(row.DeviceId) ?? ''
    const device = byId.get(id) ?? withoutFindings(row)
    device[isTrue(row.Listed) ? 'listedFlaws' : 'otherFlaws'] = flawsOf(row)
    byId.set(id, device)
  }
  const devices = [...byId.values()]
  return {
    ok: true,
    devices,
    ...(fleet.ok && { managed: fleet.devices.length }),
    unseen: fleet.ok ? unseenOf(tenant, fleet, byId) : [],
    ...(flaws.ok ? {} : { flawsUnread: flaws }),
    evidence: [inventory.evidence, ...(flaws.ok ? [flaws.evidence] : [])],
  }
})

const withoutFindings = (row: Row): SoftwareOnDevice => ({
  name: nameOf(row),
  listedEnded: [],
  otherEnded: [],
  listedFlaws: undefined,
  otherFlaws: undefined,
})

/**
 * The devices of the fleet that no row is about. Rows have Defender ids, and Defender knows the devices' directory ids; a
 * row about a device that is not in the directory is matched by name.
 */
function unseenOf(
  tenant: TenantReading,
  fleet: WindowsFleet,
  reporting: ReadonlyMap<string, SoftwareOnDevice>,
): string[] {
  const known = onboardedDevices(tenant)
  const seen = new Set<number>()
  const names = new Set<string>()
  for (const [id, { name }] of reporting) {
    const directoryId = known.ok ? known.directoryIds.get(id) : undefined
    if (!directoryId) names.add(hostOf(name))
    const index = fleet.byDirectoryDeviceId.get(directoryId ?? '')
    if (index !== undefined) seen.add(index)
  }
  return fleet.devices.filter(({ name }, index) => !seen.has(index) && !names.has(hostOf(name))).map(({ name }) => name)
}

type Row = Readonly<Record<string, unknown>>

const nameOf = (row: Row): string => text(row.DeviceName) || text(row.DeviceId) || 'a device without a name'

function flawsOf(row: Row): OpenFlaws {
  return {
    exploitableMs: dateMsOf(row.OldestExploitable),
    criticalMs: dateMsOf(row.OldestCritical),
    otherMs: dateMsOf(row.OldestOther),
    software: huntedTexts(row.Software),
  }
}

/** Hunting returns booleans as booleans, numbers or text. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || text(value)?.toLowerCase() === 'true'
