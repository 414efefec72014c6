import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { oncePerVersion } from '../../readers/devices/by-version.ts'
import { evaluateDevices, tally } from '../../readers/devices/evaluation.ts'
import { isComputer, type ManagedDevice, managedDevices } from '../../readers/devices/managed-devices.ts'
import { type Edition, isLongTerm, windowsEditions } from '../../readers/devices/windows-editions.ts'
import { isRecentMacos, MACOS_KNOWN_UNTIL } from '../../readers/lifecycle/other-systems.ts'
import {
  longTermBuilds,
  NEWEST_KNOWN_BUILD,
  releasesBy,
  TABLE_KNOWN_UNTIL,
  type WindowsRelease,
  windowsRelease,
} from '../../readers/lifecycle/windows-releases.ts'
import { unknown } from '../../readers/results/result.ts'
import { count, some } from '../../readers/results/sentences.ts'

const EXPECTED = 'Every computer runs the latest release of its operating system or the one before it.'

interface Release {
  isRecent: boolean | undefined
  name: string
}

/**
 * ISM-1407: computers only, because phones have no such releases. The result mentions what Intune's feature update profiles
 * ask for, but only what devices run counts.
 */
export const operatingSystemRelease: Check = {
  id: 'operating-system-release',
  version: 1,
  counts: 'computer',
  evaluate: evaluateReleases,
}

function evaluateReleases(tenant: TenantReading, parameters: Parameters): CheckResult {
  const managed = managedDevices(tenant)
  if (!managed.ok) return unknown(managed, EXPECTED)
  const nowMs = Date.parse(parameters.now)
  const computers = managed.devices.filter(isComputer)
  const [, previous] = releasesBy(nowMs)
  const editions = windowsEditions(tenant)
  const findRelease = oncePerVersion((device, edition) => releaseOf(device, edition, previous, nowMs))
  const evaluated = computers.map((device) => {
    const edition = editions.byId.get(device.id)
    const { isRecent, name } = findRelease(device, edition)
    return { device, isLongTerm: isLongTerm(edition), isRecent, name }
  })
  const longTerm = evaluated.filter((each) => each.isLongTerm).length
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
      predicate: 'run the latest release or the one before it',
      expected: EXPECTED,
      details: [
        ...(older.length > 0 ? [`Older: ${tally(older.map(({ name }) => name))}.`] : []),
        ...(asked.length > 0 ? [`Feature update profiles ask for ${some(asked)}.`] : []),
      ],
      unknowns: [`The release is not known for ${tally(open.map(({ name }) => name))}.`],
      evidence: [managed.evidence, ...(profiles.ok ? [profiles.evidence] : [])],
      limitations: [
        'Only Windows and Mac computers in Intune are counted; servers and network devices are not seen.',
        `Releases are known up to ${TABLE_KNOWN_UNTIL} for Windows and ${MACOS_KNOWN_UNTIL} for macOS; later ones count as recent.`,
        ...(longTerm > 0
          ? [
              `${count(longTerm, 'computer')} on the long-term servicing channel ${longTerm === 1 ? 'is' : 'are'} compared with its own releases.`,
            ]
          : []),
        ...(profiles.ok ? [] : [profiles.reason]),
      ],
    },
    parameters,
  )
}

function releaseOf(
  { system, version }: ManagedDevice,
  edition: Edition | undefined,
  previous: WindowsRelease | undefined,
  nowMs: number,
): Release {
  if (system === 'macos') return macRelease(version, nowMs)
  const inGeneral = windowsReleaseOf(version, previous)
  const inChannel = longTermRelease(version, nowMs)
  if (isLongTerm(edition)) return inChannel
  // A device of unknown edition may be on the channel, whose releases stay current for longer.
  const mayBeLongTerm = edition === undefined && inChannel.isRecent === true && inGeneral.isRecent === false
  return mayBeLongTerm ? { ...inGeneral, isRecent: undefined } : inGeneral
}

/** The channel has its own releases, every two to three years, and its devices get no others. */
function longTermRelease([, , build]: readonly number[], nowMs: number): Release {
  const builds = longTermBuilds(nowMs)
  if (build === undefined) return { isRecent: undefined, name: 'Windows of unknown version' }
  return {
    isRecent: builds.includes(build) || build > NEWEST_KNOWN_BUILD,
    name: `${windowsRelease(build)?.name ?? `Windows build ${build}`} (long-term)`,
  }
}

function macRelease([major]: readonly number[], nowMs: number): Release {
  if (major === undefined) return { isRecent: undefined, name: 'macOS' }
  return { isRecent: isRecentMacos(major, nowMs), name: `macOS ${major}` }
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
