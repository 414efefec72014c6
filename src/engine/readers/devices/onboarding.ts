import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from './managed-devices.ts'

export interface KnownDevice {
  /** Lower case, as in `onboarded` and `can be onboarded`. */
  status: string
  lastSeenMs?: number
}

export interface Onboarding {
  ok: true
  devices: readonly KnownDevice[]
  /** By id of the device in the directory, lower case. */
  byDirectoryId: ReadonlyMap<string, KnownDevice>
  evidence: Evidence
}

/** The devices that Defender for Endpoint knows (advanced hunting, `DeviceInfo`); an optional reading. */
export const onboardedDevices = perTenant((tenant: TenantReading): Onboarding | Failed => {
  const reading = readDataset(tenant, 'deviceOnboarding')
  if (!reading.ok) return reading
  const byDirectoryId = new Map<string, KnownDevice>()
  const devices = list(reading.value).map((row) => {
    const { AadDeviceId, OnboardingStatus, LastSeen } = fields(row)
    const lastSeenMs = dateMsOf(LastSeen)
    const device = {
      status: (text(OnboardingStatus) ?? '').toLowerCase(),
      ...(lastSeenMs !== undefined && { lastSeenMs }),
    }
    const directoryId = text(AadDeviceId)?.toLowerCase()
    // A device that was set up anew has several records; the onboarded one is the living one.
    if (directoryId && byDirectoryId.get(directoryId)?.status !== 'onboarded') byDirectoryId.set(directoryId, device)
    return device
  })
  return { ok: true, devices, byDirectoryId, evidence: reading.evidence }
})
