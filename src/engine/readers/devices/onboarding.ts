import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from '../values/dates.ts'

export interface KnownDevice {
  /** Lower case, as in `onboarded` and `can be onboarded`. */
  status: string
  lastSeenMs: number | undefined
}

export interface Onboarding {
  ok: true
  devices: readonly KnownDevice[]
  /** By id of the device in the directory, lower case. */
  byDirectoryId: ReadonlyMap<string, KnownDevice>
  /** Macs by host name, lower case, because Defender is not documented to fill in their directory id. */
  macsByName: ReadonlyMap<string, KnownDevice>
  /** Directory ids of devices, lower case, by their Defender id; only devices that have a directory id. */
  directoryIds: ReadonlyMap<string, string>
  evidence: Evidence
}

/** The host name in lower case: Defender has fully qualified names, Intune host names. */
export function hostOf(name: string): string {
  const dot = name.indexOf('.')
  return (dot < 0 ? name : name.slice(0, dot)).toLowerCase()
}

/** The devices that Defender for Endpoint knows (advanced hunting, `DeviceInfo`); an optional reading. */
export const onboardedDevices = perTenant((tenant: TenantReading): Onboarding | Failed => {
  const reading = readDataset(tenant, 'deviceOnboarding')
  if (!reading.ok) return reading
  const byDirectoryId = new Map<string, KnownDevice>()
  const macsByName = new Map<string, KnownDevice>()
  const directoryIds = new Map<string, string>()
  const devices = list(reading.value).map((row) => {
    const { DeviceId, DeviceName, AadDeviceId, OSPlatform, OnboardingStatus, LastSeen } = fields(row)
    const device = { status: (text(OnboardingStatus) ?? '').toLowerCase(), lastSeenMs: dateMsOf(LastSeen) }
    const directoryId = text(AadDeviceId)?.toLowerCase()
    if (directoryId) directoryIds.set(text(DeviceId) ?? '', directoryId)
    // A device that was reinstalled has several records; the onboarded one is current.
    if (directoryId && byDirectoryId.get(directoryId)?.status !== 'onboarded') byDirectoryId.set(directoryId, device)
    const host = text(OSPlatform)?.toLowerCase() === 'macos' ? hostOf(text(DeviceName) ?? '') : ''
    if (host && macsByName.get(host)?.status !== 'onboarded') macsByName.set(host, device)
    return device
  })
  return { ok: true, devices, byDirectoryId, macsByName, directoryIds, evidence: reading.evidence }
})
