import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from '../values/dates.ts'

export type System = 'windows' | 'macos' | 'ios' | 'android' | 'other'

export interface ManagedDevice {
  id: string
  name: string
  system: System
  /** Numbers of the version, as in 10, 0, 26100, 7840; empty if it cannot be read. */
  version: readonly number[]
  /** Milliseconds; undefined if it has never reported. */
  lastSyncMs: number | undefined
  /** Whether its disk is encrypted, as the device reports it; undefined if it does not say. */
  encrypted: boolean | undefined
  /** Id of the device in the directory, lower case; undefined if it is not there. */
  directoryId: string | undefined
}

export interface ManagedDevices {
  ok: true
  devices: readonly ManagedDevice[]
  evidence: Evidence
}

/** Every device that Intune manages, of any system, or why there is none to evaluate. */
export const managedDevices = perTenant((tenant: TenantReading): ManagedDevices | Failed => {
  const reading = readDataset(tenant, 'managedDevices')
  if (!reading.ok) return reading
  const versions = new Map<string, readonly number[]>()
  const versionOf = (written: string): readonly number[] => {
    const version = versions.get(written) ?? numbersOf(written)
    versions.set(written, version)
    return version
  }
  const devices = list(reading.value).map((item, index) => deviceOf(item, index, versionOf))
  if (devices.length === 0) {
    const reason = 'No device is managed by Intune, so the devices there are cannot be seen.'
    return { ok: false, key: reading.key, verdict: 'no_visibility', reason }
  }
  return { ok: true, devices, evidence: reading.evidence }
})

/** Workstations, without phones and tablets. */
export const isComputer = ({ system }: ManagedDevice): boolean => system === 'windows' || system === 'macos'

function deviceOf(item: unknown, index: number, versionOf: (written: string) => readonly number[]): ManagedDevice {
  const { id, deviceName, operatingSystem, osVersion, lastSyncDateTime, isEncrypted, azureADDeviceId } = fields(item)
  return {
    id: text(id) ?? '',
    name: text(deviceName) || text(id) || `device ${index + 1}`,
    system: systemOf(text(operatingSystem) ?? ''),
    version: versionOf(text(osVersion) ?? ''),
    lastSyncMs: dateMsOf(lastSyncDateTime),
    encrypted: typeof isEncrypted === 'boolean' ? isEncrypted : undefined,
    directoryId: text(azureADDeviceId)?.toLowerCase() || undefined,
  }
}

function systemOf(name: string): System {
  const lower = name.toLowerCase()
  if (lower.startsWith('windows')) return 'windows'
  if (lower.startsWith('mac')) return 'macos'
  if (lower.startsWith('ios') || lower.startsWith('ipad')) return 'ios'
  return lower.startsWith('android') ? 'android' : 'other'
}

function numbersOf(version: string): number[] {
  const found = /^\d+(\.\d+)*/.exec(version.trim())?.[0]
  return found === undefined ? [] : found.split('.').map(Number)
}
