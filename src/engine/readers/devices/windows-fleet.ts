import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { type Management, managementOf } from './management.ts'
import { type Edition, windowsEditions } from './windows-editions.ts'

export interface WindowsDevice extends Management {
  id: string
  name: string
  /** Object id of the primary user; undefined on a shared device. */
  userId?: string
  /** Build of `osVersion`, 22631 in `10.0.22631.4317`; undefined if it cannot be read. */
  build?: number
  revision?: number
  /** Undefined if it is unknown. */
  edition?: Edition
}

/** The Windows devices that Intune manages. Coverage refers to them by their index in `devices`. */
export interface WindowsFleet {
  ok: true
  devices: readonly WindowsDevice[]
  byUserId: ReadonlyMap<string, readonly number[]>
  byDirectoryDeviceId: ReadonlyMap<string, number>
  evidence: Evidence
}

const NO_DEVICE = '00000000-0000-0000-0000-000000000000'

/**
 * The managed Windows devices, or why they cannot be counted. A tenant without any is unknown, not a failure: its
 * computers may be managed by another product.
 */
export const windowsFleet = perTenant((tenant: TenantReading): WindowsFleet | Failed => {
  const reading = readDataset(tenant, 'managedDevices')
  if (!reading.ok) return reading
  const editions = windowsEditions(tenant).byId
  const devices: WindowsDevice[] = []
  const byUserId = new Map<string, number[]>()
  const byDirectoryDeviceId = new Map<string, number>()
  for (const item of list(reading.value).map(fields)) {
    if (!text(item.operatingSystem)?.toLowerCase().startsWith('windows')) continue
    const deviceIndex = devices.length
    const userId = text(item.userId)?.toLowerCase()
    const directoryId = text(item.azureADDeviceId)?.toLowerCase()
    const [build, revision] = (text(item.osVersion) ?? '').split('.').slice(2).map(Number)
    const id = text(item.id) ?? ''
    const edition = editions.get(id)
    devices.push({
      ...managementOf(tenant, item),
      id,
      name: text(item.deviceName) ?? text(item.id) ?? `device ${deviceIndex + 1}`,
      ...(userId && userId !== NO_DEVICE ? { userId } : {}),
      ...(build ? { build } : {}),
      ...(revision ? { revision } : {}),
      ...(edition && { edition }),
    })
    if (userId && userId !== NO_DEVICE) byUserId.set(userId, [...(byUserId.get(userId) ?? []), deviceIndex])
    if (directoryId && directoryId !== NO_DEVICE) byDirectoryDeviceId.set(directoryId, deviceIndex)
  }
  if (devices.length === 0) {
    const reason = 'No Windows device is managed by Intune, so the settings of Windows computers cannot be seen.'
    return { ok: false, key: reading.key, verdict: 'no_visibility', reason }
  }
  return { ok: true, devices, byUserId, byDirectoryDeviceId, evidence: reading.evidence }
})

/** First build of Windows 11, which comes without Internet Explorer. */
const WINDOWS_11_BUILD = 22000

/** Undefined if the version is unknown. */
export const isWindows11 = ({ build }: WindowsDevice): boolean | undefined =>
  build === undefined ? undefined : build >= WINDOWS_11_BUILD
