import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices, tally } from '../../readers/devices/evaluation.ts'
import { isComputer, type ManagedDevice, managedDevices } from '../../readers/devices/managed-devices.ts'
import { MACOS_RELEASES, OTHER_SYSTEMS_KNOWN_UNTIL } from '../../readers/lifecycle/other-systems.ts'
import {
  NEWEST_KNOWN_BUILD,
  releasesBy,
  TABLE_KNOWN_UNTIL,
  type WindowsRelease,
  windowsRelease,
} from '../../readers/lifecycle/windows-releases.ts'
import { unknown } from '../../readers/results/result.ts'
import { some } from '../../readers/results/sentences.ts'

const EXPECTED = 'Every computer runs the newest release of its operating system or the one before it.'

interface Release {
  isRecent: boolean | undefined
  name: string
}

/**
 * ISM-1407: computers only, because phones have no such releases. The result mentions what feature update profiles of
 * Intune ask for; only what devices run counts.
 */
export const operatingSystemRelease: Check = {
  id: 'operating-system-release',
  version: 1,
  evaluate: evaluateReleases,
}

function evaluateReleases(tenant: TenantReading, parameters: Parameters): CheckResult {
  const managed = managedDevices(tenant)
  if (!managed.ok) return unknown(managed, EXPECTED)
  const nowMs = Date.parse(parameters.now)
  const computers = managed.devices.filter(isComputer)
  const [, previous] = releasesBy(nowMs)
  const evaluated = computers.map((device) => ({ device, ...releaseOf(device, previous, nowMs) }))
  const older = evaluated.filter(({ isRecent }) => isRecent === false)
  const open = evaluated.filter(({ isRecent }) => isRecent === undefined)
  const profiles = readDataset(tenant, 'windowsFeatureUpdateProfiles')
  const asked = profiles.ok ? askedVersions(profiles.value) : []
  return evaluateDevices(
    {
      devices: evaluated.map(({ device, isRecent, name }) => ({
        name: isRecent === false ? `${device.name} (${name})` : device.name,
        passes: isRecent,
      })),
      noun: 'managed computer',
      predicate: 'run the newest release or the one before it',
      expected: EXPECTED,
      details: [
        ...(older.length > 0 ? [`Older: ${tally(older.map(({ name }) => name))}.`] : []),
        ...(asked.length > 0 ? [`Feature update profiles ask for ${some(asked)}.`] : []),
      ],
      unknowns: [`The release is not known for ${tally(open.map(({ name }) => name))}.`],
      evidence: [managed.evidence, ...(profiles.ok ? [profiles.evidence] : [])],
      limitations: [
        'Only Windows and Mac computers in Intune are counted; servers and network devices are not seen.',
        `Releases are known as of ${TABLE_KNOWN_UNTIL} for Windows and of ${OTHER_SYSTEMS_KNOWN_UNTIL} for macOS; one that came later counts as recent.`,
        ...(profiles.ok ? [] : [profiles.reason]),
      ],
    },
    parameters,
  )
}

function releaseOf({ system, version }: ManagedDevice, previous: WindowsRelease | undefined, nowMs: number): Release {
  return system === 'macos' ? macRelease(version, nowMs) : windowsReleaseOf(version, previous)
}

function macRelease([major]: readonly number[], nowMs: number): Release {
  const recent = MACOS_RELEASES.find(({ from }) => Date.parse(from) <= nowMs)
  if (major === undefined || !recent) return { isRecent: undefined, name: 'macOS' }
  return { isRecent: major >= Math.min(...recent.majors), name: `macOS ${major}` }
}

function windowsReleaseOf([, , build]: readonly number[], previous: WindowsRelease | undefined): Release {
  if (build === undefined || !previous) return { isRecent: undefined, name: 'Windows of unknown version' }
  const name = windowsRelease(build)?.name ?? `Windows build ${build}`
  if (build >= previous.build) return { isRecent: true, name }
  return { isRecent: windowsRelease(build) || build < NEWEST_KNOWN_BUILD ? false : undefined, name }
}

const askedVersions = (profiles: unknown): string[] => [
  ...new Set(
    list(profiles).flatMap((profile) => {
      const { featureUpdateVersion, assignments } = fields(profile)
      return list(assignments).length > 0 ? (text(featureUpdateVersion) ?? []) : []
    }),
  ),
]
