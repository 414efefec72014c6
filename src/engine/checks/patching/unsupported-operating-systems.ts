import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { oncePerVersion } from '../../readers/devices/by-version.ts'
import { evaluateDevices, tally } from '../../readers/devices/evaluation.ts'
import { type ManagedDevice, managedDevices } from '../../readers/devices/managed-devices.ts'
import { type Edition, windowsEditions } from '../../readers/devices/windows-editions.ts'
import { OTHER_SYSTEMS, OTHER_SYSTEMS_KNOWN_UNTIL } from '../../readers/lifecycle/other-systems.ts'
import { patchDayDue, patchState } from '../../readers/lifecycle/patch-days.ts'
import {
  NEWEST_KNOWN_BUILD,
  TABLE_KNOWN_UNTIL,
  type WindowsRelease,
  windowsRelease,
} from '../../readers/lifecycle/windows-releases.ts'
import { unknown } from '../../readers/results/result.ts'

const EXPECTED = 'Every managed device runs an operating system that its vendor still supports.'

/** An extended update no older than this shows that the device receives them. */
const EXTENDED_DAYS = 90

interface Support {
  supported: boolean | undefined
  name: string
  extended?: boolean
}

/**
 * ISM-1501. Windows by Microsoft's lifecycle of the release and edition; other systems by whether their vendors'
 * security bulletins still name the version. Support of Windows 10 22H2 ended on 14 October 2025: only extended updates
 * keep it supported, and only their presence on a device shows that it receives them.
 */
export const unsupportedOperatingSystems: Check = {
  id: 'unsupported-operating-systems',
  version: 1,
  counts: 'device',
  evaluate: evaluateSystems,
}

function evaluateSystems(tenant: TenantReading, parameters: Parameters): CheckResult {
  const managed = managedDevices(tenant)
  if (!managed.ok) return unknown(managed, EXPECTED)
  const editions = windowsEditions(tenant)
  const nowMs = Date.parse(parameters.now)
  const findSupport = oncePerVersion((device, edition) => supportOf(device, edition, nowMs))
  const evaluated = managed.devices.map((device) => {
    const { supported, name, extended } = findSupport(device, editions.byId.get(device.id))
    return { device, supported, name, extended }
  })
  const ended = evaluated.filter(({ supported }) => supported === false)
  const open = evaluated.filter(({ supported }) => supported === undefined)
  const extended = evaluated.filter((entry) => entry.extended).length
  return evaluateDevices(
    {
      devices: evaluated.map(({ device, supported, name }) => ({
        name: device.name,
        shortcoming: () => name,
        passes: supported,
      })),
      noun: 'managed device',
      predicate: 'run a supported operating system',
      expected: EXPECTED,
      details: ended.length > 0 ? [`No longer supported: ${tally(ended.map(({ name }) => name))}.`] : [],
      unknowns: [
        `Whether the system is still supported is not known for ${tally(open.map(({ name }) => name))}.`,
        ...(editions.reason && open.some(({ device }) => device.system === 'windows') ? [editions.reason] : []),
      ],
      evidence: [managed.evidence],
      limitations: [
        'Only devices in Intune are seen; servers and network devices are not among them.',
        `Ends of support are known up to ${TABLE_KNOWN_UNTIL} for Windows, ${OTHER_SYSTEMS_KNOWN_UNTIL}; later versions count as supported.`,
        ...(extended > 0
          ? [`${formatCount(extended)} on Windows 10 count as supported because they have extended updates.`]
          : []),
      ],
      critical: 'unsupported-operating-system',
    },
    parameters,
  )
}

function supportOf(device: ManagedDevice, edition: Edition | undefined, nowMs: number): Support {
  const { system, version } = device
  if (system === 'windows') return windowsSupport(version, edition, nowMs)
  if (system === 'other') return { supported: undefined, name: 'another system' }
  const { name, ended, uncertain, mayEnd } = OTHER_SYSTEMS[system]
  const [major] = version
  if (major === undefined) return { supported: undefined, name: `${name} of unknown version` }
  const shown = `${name} ${major}`
  const doubtfulFrom = mayEnd[major]
  const isDoubtful = doubtfulFrom !== undefined && nowMs >= Date.parse(doubtfulFrom)
  if (uncertain.includes(major) || isDoubtful) return { supported: undefined, name: shown }
  const end = ended[major]
  const isBelowAll = major < Math.min(...Object.keys(ended).map(Number))
  return { supported: !isBelowAll && (end === undefined || !isOver(end, nowMs)), name: shown }
}

function windowsSupport(version: readonly number[], edition: Edition | undefined, nowMs: number): Support {
  const [, , build, revision] = version
  if (build === undefined) return { supported: undefined, name: 'Windows of unknown version' }
  const release = windowsRelease(build)
  if (!release) return { supported: build > NEWEST_KNOWN_BUILD ? true : undefined, name: `Windows build ${build}` }
  const { name, ends } = release
  const end = edition && endOf(release, edition)
  const possible = [ends.homeOrPro, ends.enterprise, ...(ends.longTerm ? [ends.longTerm] : [])]
  const over = end === undefined ? possible.map((day) => isOver(day, nowMs)) : [isOver(end, nowMs)]
  if (!over.includes(true)) return { supported: true, name }
  if (over.includes(false)) return { supported: undefined, name: `${name} of unknown edition` }
  return ends.extended === undefined || isOver(ends.extended, nowMs)
    ? { supported: false, name }
    : extendedSupport(release, revision, nowMs)
}

const endOf = ({ ends }: WindowsRelease, edition: Edition): string =>
  ends[edition] ?? (edition === 'longTermIot' ? ends.longTerm : undefined) ?? ends.enterprise

/** Only devices with extended updates have a revision from after the end. */
function extendedSupport(release: WindowsRelease, revision: number | undefined, nowMs: number): Support {
  const { name, ends, revisions } = release
  const last = revisions[ends.enterprise]
  if (revision === undefined || last === undefined) return { supported: undefined, name }
  if (revision <= last) return { supported: false, name }
  // Until this many days after the end, no extended update is too old.
  const isEarly = nowMs - Date.parse(ends.enterprise) < EXTENDED_DAYS * DAY_MS
  const recent = isEarly ? 'current' : patchState(release, revision, patchDayDue(nowMs, EXTENDED_DAYS))
  if (recent === 'unknown') return { supported: undefined, name }
  return recent === 'overdue' ? { supported: false, name } : { supported: true, name, extended: true }
}

/** Support lasts through its last day in every time zone. */
const isOver = (lastDay: string, nowMs: number): boolean => nowMs >= Date.parse(lastDay) + 2 * DAY_MS
