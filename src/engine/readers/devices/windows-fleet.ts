import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { type Management, managementOf } from './management.ts'
import { type Edition, isLongTerm, windowsEditions } from './windows-editions.ts'

export interface WindowsDevice extends Management {
  id: string
  name: string
  /** Object id of the primary user; undefined on a shared device. */
  userId: string | undefined
  /** Build of `osVersion`, 22631 in `10.0.22631.4317`; undefined if it cannot be read. */
  build: number | undefined
  revision: number | undefined
  /** Undefined if it is unknown. */
  edition: Edition | undefined
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
  // Thousands of devices run a handful of versions.
  const versions = new Map<string, Version>()
  const versionOf = (written: string): Version => {
    const version = versions.get(written) ?? parseVersion(written)
    versions.set(written, version)
    return version
  }
  const devices: WindowsDevice[] = []
  const byUserId = new Map<string, number[]>()
  const byDirectoryDeviceId = new Map<string, number>()
  for (const value of list(reading.value)) {
    const item = fields(value)
    if (!text(item.operatingSystem)?.toLowerCase().startsWith('windows')) continue
    const deviceIndex = devices.length
    const owner = text(item.userId)?.toLowerCase()
    const userId = owner && owner !== NO_DEVICE ? owner : undefined
    const directoryId = text(item.azureADDeviceId)?.toLowerCase()
    const { build, revision } = versionOf(text(item.osVersion) ?? '')
    const id = text(item.id) ?? ''
    const { byIntuneAlone, joined, updatesByConfigurationManager } = managementOf(tenant, item)
    devices.push({
      id,
      name: text(item.deviceName) ?? text(item.id) ?? `device ${deviceIndex + 1}`,
      userId,
      build,
      revision,
      edition: editions.get(id),
      byIntuneAlone,
      joined,
      updatesByConfigurationManager,
    })
    const others = userId === undefined ? undefined : byUserId.get(userId)
    if (others) others.push(deviceIndex)
    else if (userId !== undefined) byUserId.set(userId, [deviceIndex])
    if (directoryId && directoryId !== NO_DEVICE) byDirectoryDeviceId.set(directoryId, deviceIndex)
  }
  if (devices.length === 0) {
    const reason = 'No Windows device is managed by Intune, so the settings of Windows computers cannot be seen.'
    return { ok: false, key: reading.key, verdict: 'no_visibility', reason }
  }
  return { ok: true, devices, byUserId, byDirectoryDeviceId, evidence: reading.evidence }
})

type Version = Pick<WindowsDevice, 'build' | 'revision'>

function parseVersion(written: string): Version {
  const [build, revision] = written.split('.').slice(2).map(Number)
  return { build: build || undefined, revision: revision || undefined }
}

/** First build of Windows 11, which comes without Internet Explorer. */
const WINDOWS_11_BUILD = 22000

/** Windows 10 20H2: from this build on, an update of Edge disabled Internet Explorer for good in February 2023. */
const DISABLED_BY_EDGE_BUILD = 19042

/**
 * Whether Internet Explorer 11 is absent or disabled without a policy; undefined if the version or edition is unknown. The
 * Edge update does not affect the long-term servicing channel (Microsoft, "Internet Explorer 11 desktop app retirement
 * FAQ"), which has one such release from that build on, 21H2.
 */
export function isWithoutInternetExplorer({ build, edition }: WindowsDevice): boolean | undefined {
  if (build === undefined) return undefined
  if (build < DISABLED_BY_EDGE_BUILD) return false
  if (build >= WINDOWS_11_BUILD || build !== LONG_TERM_21H2_BUILD) return true
  return edition === undefined ? undefined : !isLongTerm(edition)
}

const LONG_TERM_21H2_BUILD = 19044
