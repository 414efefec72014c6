import { fields, list } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { REACH, reachOf, type States } from '../../readers/intune/assignments.ts'
import { anyReaches, type UpdateRing, updateRings, waitsLongerThan } from '../../readers/intune/update-rings.ts'
import { unknown } from '../../readers/results/result.ts'

interface Deadline {
  id: string
  days: number
  within: string
  /**
   * Whether only updates for exploited or critical flaws have this deadline. Windows Update does not say which these are,
   * and people may approve them sooner, so a later automatic approval is a failure only after a month.
   */
  urgentOnly: boolean
}

/** After this many days every update is due, whatever it fixes. */
const ORDINARY_DAYS = 30

interface DriverProfile {
  states: States
  deferralDays: number
  /** Whether it delivers within the deadline; undefined if people approve by hand, or may approve what is urgent sooner. */
  inTime: boolean | undefined
}

const IN_WINDOWS_UPDATE =
  'Only what manufacturers publish in Windows Update is covered; firmware of other devices and manufacturers’ own tools are not seen.'

/**
 * Windows devices get drivers and firmware through Windows Update if their vendors publish them there. They are
 * delivered by an Intune driver update profile that approves automatically within the deadline, and by an update ring
 * that includes drivers and does not delay updates longer. A longer deferral or a paused ring are failures. Where approval
 * is manual, a ring blocks drivers or lets people put off the installation for longer, or neither reaches a device,
 * people or the vendor's tool may update drivers in time: people must answer.
 *
 * A ring that blocks drivers stops approved ones too (Windows Autopatch, "Policies that exclude drivers from Windows
 * Update for a device"). Its deadline and grace period apply to them from the day a profile offers them, its deferral
 * does not (Intune, "Windows driver update management", questions and answers).
 */
export function driverCheck(deadline: Deadline): Check {
  return {
    id: deadline.id,
    version: 5,
    counts: 'device',
    evaluate: (tenant, parameters) => evaluateDrivers(tenant, parameters, deadline),
  }
}

function evaluateDrivers(
  tenant: TenantReading,
  parameters: Parameters,
  { days, within, urgentOnly }: Deadline,
): CheckResult {
  const expected = `Driver and firmware updates reach every Windows device automatically within ${within}.`
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return unknown(fleet, expected)
  const reading = readDataset(tenant, 'windowsDriverUpdateProfiles')
  if (!reading.ok) return unknown(reading, expected)
  const rings = updateRings(tenant, Date.parse(parameters.now))
  if (!rings.ok) return unknown(rings, expected)
  const limitations = new Set<string>(rings.limitations)
  const profiles = list(reading.value).map((item): DriverProfile => {
    const { approvalType, deploymentDeferralInDays } = fields(item)
    const reached = reachOf(tenant, fleet, item)
    for (const limitation of reached.limitations) limitations.add(limitation)
    const deferral = typeof deploymentDeferralInDays === 'number' ? deploymentDeferralInDays : Number.POSITIVE_INFINITY
    const isUrgentOpen = urgentOnly && deferral > days && deferral <= ORDINARY_DAYS
    return {
      states: reached.states,
      deferralDays: deferral,
      inTime: approvalType !== 'automatic' || isUrgentOpen ? undefined : deferral <= days,
    }
  })
  const evidence = [reading.evidence, rings.evidence, fleet.evidence]
  const reachesNothing = ({ states }: { states: States }) => states.every((state) => state === REACH.none)
  if (fleet.devices.length > 0 && profiles.every(reachesNothing) && rings.rings.every(reachesNothing)) {
    const observed =
      'No driver update profile and no update ring reaches a managed Windows device. Other tools for drivers and firmware are not read.'
    return {
      verdict: 'no_visibility',
      kind: 'absent',
      observed,
      expected,
      evidence,
      limitations: [IN_WINDOWS_UPDATE, ...limitations],
    }
  }
  const passes = likeOthers([...profiles, ...rings.rings], (deviceIndex) =>
    passesOn(deviceIndex, profiles, rings.rings, days),
  )
  return evaluateDevices(
    {
      devices: fleet.devices.map(({ name, updatesByConfigurationManager }, deviceIndex) => ({
        name,
        passes: updatesByConfigurationManager ? undefined : passes(deviceIndex),
      })),
      noun: 'managed Windows device',
      predicate: `get driver updates automatically within ${within}`,
      expected,
      unknowns: [
        ...(urgentOnly ? ['Which driver updates are urgent is not known, and people may approve those sooner.'] : []),
        'On some devices people approve drivers, an update ring blocks drivers or lets people put them off for longer, or no driver update profile or update ring delivers them; another tool may.',
      ],
      kindOfUnknown: 'absent',
      evidence,
      limitations: [IN_WINDOWS_UPDATE, ...limitations],
    },
    parameters,
  )
}

/** Thousands of devices are reached by a handful of combinations, so each combination is decided once. */
function likeOthers<T>(reaching: readonly { states: States }[], decide: (deviceIndex: number) => T) {
  const known = new Map<string, { decision: T }>()
  return (deviceIndex: number): T => {
    let combination = ''
    for (const { states } of reaching) combination += states[deviceIndex]
    const found = known.get(combination) ?? { decision: decide(deviceIndex) }
    known.set(combination, found)
    return found.decision
  }
}

/** Whether the profiles approve in time, and the rings then deliver in time. */
function passesOn(
  deviceIndex: number,
  profiles: readonly DriverProfile[],
  rings: readonly UpdateRing[],
  days: number,
): boolean | undefined {
  const reaching = (inTime: boolean | undefined) =>
    anyReaches(
      profiles.filter((profile) => profile.inTime === inTime),
      deviceIndex,
    )
  const late = reaching(false)
  const inTime = reaching(true)
  if (late === true) return inTime === false ? false : undefined
  if (late === undefined || inTime === undefined || reaching(undefined) !== false) return undefined
  return inTime ? byProfile(deviceIndex, profiles, rings, days) : byRing(deviceIndex, rings, days)
}

function byProfile(
  deviceIndex: number,
  profiles: readonly DriverProfile[],
  rings: readonly UpdateRing[],
  days: number,
): boolean | undefined {
  const reaching = profiles.filter((profile) => anyReaches([profile], deviceIndex))
  // Of several profiles, the first to approve a driver decides.
  const deferralDays = Math.min(...reaching.map((profile) => profile.deferralDays))
  const hindering = rings.filter(
    (ring) => ring.driversExcluded === true || deferralDays + (ring.enforcedAfterDays ?? 0) > days,
  )
  return anyReaches(hindering, deviceIndex) === false || undefined
}

function byRing(deviceIndex: number, rings: readonly UpdateRing[], days: number): boolean | undefined {
  const delivering = rings.filter(
    (ring) => ring.driversExcluded === false && ring.days !== undefined && !waitsLongerThan(ring, days),
  )
  const fails = anyReaches(
    rings.filter(({ paused }) => paused),
    deviceIndex,
  )
  if (fails !== false) return fails === true ? false : undefined
  const excluded = anyReaches(
    rings.filter(({ driversExcluded }) => driversExcluded === true),
    deviceIndex,
  )
  return excluded === false ? anyReaches(delivering, deviceIndex) || undefined : undefined
}
