import { fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from './managed-devices.ts'
import { windowsFleet } from './windows-fleet.ts'

/** Open flaws of one kind of software on a device: milliseconds when the oldest was published, if there is one. */
export interface OpenFlaws {
  exploitableMs?: number
  criticalMs?: number
  otherMs?: number
  software: readonly string[]
}

export interface SoftwareOnDevice {
  name: string
  /** Office, browsers, mail, PDF and security software past their end of support, and other software. */
  listedEnded: readonly string[]
  otherEnded: readonly string[]
  listedFlaws?: OpenFlaws
  otherFlaws?: OpenFlaws
}

export interface SoftwareInventory {
  ok: true
  devices: readonly SoftwareOnDevice[]
  /** Managed Windows devices beyond those that report their software. */
  unseen: number
  /** Why the flaws are not known, where only the inventory could be read. */
  flawsUnread?: Failed
  evidence: Evidence[]
}

/**
 * The software of the devices that report it to Defender Vulnerability Management (advanced hunting), an optional
 * reading. Managed devices that report nothing are counted as unseen: clean reports of a few say nothing about the rest.
 */
export const softwareOnDevices = perTenant((tenant: TenantReading): SoftwareInventory | Failed => {
  const inventory = readDataset(tenant, 'softwareInventory')
  if (!inventory.ok) return inventory
  const flaws = readDataset(tenant, 'softwareVulnerabilities')
  const fleet = windowsFleet(tenant)
  // Without Intune there is nothing to compare with; a list that could not be read may be longer than the inventory.
  if (!fleet.ok && fleet.verdict === 'no_visibility') return fleet
  const byId = new Map<string, SoftwareOnDevice>()
  for (const row of list(inventory.value).map(fields)) {
    byId.set(text(row.DeviceId) ?? '', {
      name: nameOf(row),
      listedEnded: namesOf(row.ListedEnded),
      otherEnded: namesOf(row.OtherEnded),
    })
  }
  for (const row of flaws.ok ? list(flaws.value).map(fields) : []) {
    const id = text(row.DeviceId) ?? ''
    const device = byId.get(id) ?? { name: nameOf(row), listedEnded: [], otherEnded: [] }
    byId.set(id, { ...device, [isTrue(row.Listed) ? 'listedFlaws' : 'otherFlaws']: flawsOf(row) })
  }
  const devices = [...byId.values()]
  return {
    ok: true,
    devices,
    unseen: fleet.ok ? Math.max(0, fleet.devices.length - devices.length) : 0,
    ...(flaws.ok ? {} : { flawsUnread: flaws }),
    evidence: [inventory.evidence, ...(flaws.ok ? [flaws.evidence] : [])],
  }
})

type Row = Readonly<Record<string, unknown>>

const nameOf = (row: Row): string => text(row.DeviceName) || text(row.DeviceId) || 'a device without a name'

function flawsOf(row: Row): OpenFlaws {
  const exploitableMs = dateMsOf(row.OldestExploitable)
  const criticalMs = dateMsOf(row.OldestCritical)
  const otherMs = dateMsOf(row.OldestOther)
  return {
    ...(exploitableMs !== undefined && { exploitableMs }),
    ...(criticalMs !== undefined && { criticalMs }),
    ...(otherMs !== undefined && { otherMs }),
    software: namesOf(row.Software),
  }
}

/** Hunting writes a truth value as such, as a number or as text. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || text(value)?.toLowerCase() === 'true'

/** Lists of hunting come as such or as text. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return texts(value)
  try {
    return texts(JSON.parse(text(value) ?? '[]'))
  } catch {
    return []
  }
}
