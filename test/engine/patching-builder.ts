import * as build from './intune-builder.ts'
import type { Values } from './snapshot-builder.ts'

/** Windows devices PC-0, PC-1, … with these versions, reported a day before the evaluation. */
export const computers = (versions: readonly string[], more: object = {}): unknown[] =>
  versions.map((osVersion, index) => ({
    ...Object(build.devices(index + 1, osVersion).at(index)),
    lastSyncDateTime: '2026-02-28T00:00:00Z',
    ...more,
  }))

/** Ten devices: the first `n` with the first version, the others with the second. */
export const mixed = (n: number, first: string, second: string): unknown[] =>
  computers(Array.from({ length: 10 }, (_, index) => (index < n ? first : second)))

export const ring = (more: object, assignments: readonly unknown[] = [build.allDevices], name = 'Ring'): object => ({
  '@odata.type': '#microsoft.graph.windowsUpdateForBusinessConfiguration',
  id: name,
  displayName: name,
  qualityUpdatesDeferralPeriodInDays: 0,
  deadlineForQualityUpdatesInDays: 1,
  deadlineGracePeriodInDays: 0,
  qualityUpdatesPaused: false,
  driversExcluded: false,
  assignments,
  ...more,
})

/** Ten devices that report to Defender, with further columns for some of them. */
export function software(inventory: (index: number) => object, flaws: (index: number) => object | undefined): Values {
  const identity = (index: number) => ({ DeviceId: `s${index}`, DeviceName: `pc-${index}` })
  const rows = Array.from({ length: 10 }, (_, index) => index)
  return {
    softwareInventory: rows.map((index) => ({
      ...identity(index),
      ListedEnded: [],
      OtherEnded: [],
      ...inventory(index),
    })),
    softwareVulnerabilities: rows.flatMap((index) => {
      const found = flaws(index)
      return found ? [{ ...identity(index), Listed: true, Software: ['chrome'], ...found }] : []
    }),
  }
}

/** Ten devices in Defender: the first `n` onboarded and seen on this day. */
export const onboarding = (n: number, LastSeen = '2026-02-27T00:00:00Z'): Values => ({
  deviceOnboarding: Array.from({ length: 10 }, (_, index) => ({
    DeviceId: `s${index}`,
    AadDeviceId: build.deviceId(index),
    OnboardingStatus: index < n ? 'Onboarded' : 'Can be onboarded',
    LastSeen,
  })),
})
