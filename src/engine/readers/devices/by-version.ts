import type { ManagedDevice } from './managed-devices.ts'
import type { Edition } from './windows-editions.ts'

/**
 * Finds something that depends only on a device's system, edition and version, once for each combination: thousands of
 * devices run a handful of versions. Devices of the same version share one array of its numbers.
 */
export function oncePerVersion<T extends object>(
  find: (device: ManagedDevice, edition: Edition | undefined) => T,
): (device: ManagedDevice, edition: Edition | undefined) => T {
  const known = new Map<string, Map<readonly number[], T>>()
  return (device, edition) => {
    const kind = `${device.system} ${edition}`
    const found = known.get(kind) ?? new Map<readonly number[], T>()
    const value = found.get(device.version) ?? find(device, edition)
    known.set(kind, found.set(device.version, value))
    return value
  }
}
