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
}

interface DriverProfile {
  states: States
  inTime: boolean
}

const IN_WINDOWS_UPDATE =
  'Only what makers publish in Windows Update is covered; firmware of other devices and makers’ own tools are not seen.'

/**
 * Drivers and firmware come to Windows devices through Windows Update, where their makers publish them there. A driver
 * update profile of Intune that approves by itself within the deadline delivers them, and so does an update ring that
 * does not leave drivers out and does not let updates wait for longer. Approval by hand, a longer deferral, drivers left
 * out or a paused ring are failures. A device that none of these reaches keeps what Windows does by itself, or its maker's tool:
 * nothing follows from that. Where they reach no device at all, there is nothing here to judge, and people must say.
 */
export function driverCheck(deadline: Deadline): Check {
  return {
    id: deadline.id,
    version: 2,
    evaluate: (tenant, parameters) => evaluateDrivers(tenant, parameters, deadline),
  }
}

function evaluateDrivers(tenant: TenantReading, parameters: Parameters, { days, within }: Deadline): CheckResult {
  const expected = `Driver and firmware updates reach every Windows device by themselves within ${within}.`
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
    return { states: reached.states, inTime: approvalType === 'automatic' && deferral <= days }
  })
  const evidence = [reading.evidence, rings.evidence, fleet.evidence]
  const reachesNothing = ({ states }: { states: States }) => states.every((state) => state === REACH.none)
  if (fleet.devices.length > 0 && profiles.every(reachesNothing) && rings.rings.every(reachesNothing)) {
    const observed =
      'No driver update profile and no update ring reaches a managed Windows device; how drivers and firmware are renewed must be asked.'
    return { verdict: 'not_applicable', observed, expected, evidence, limitations: [IN_WINDOWS_UPDATE, ...limitations] }
  }
  return evaluateDevices(
    {
      devices: fleet.devices.map(({ name }, deviceIndex) => ({
        name,
        passes: passesOn(deviceIndex, profiles, rings.rings, days),
      })),
      noun: 'managed Windows device',
      predicate: `${fleet.devices.length === 1 ? 'gets' : 'get'} driver updates by themselves within ${within}`,
      expected,
      unknowns: ['Some devices are reached by neither a driver update profile nor an update ring that tells.'],
      evidence,
      limitations: [IN_WINDOWS_UPDATE, ...limitations],
    },
    parameters,
  )
}

/** A profile takes the drivers out of the ring's hands. */
function passesOn(
  deviceIndex: number,
  profiles: readonly DriverProfile[],
  rings: readonly UpdateRing[],
  days: number,
): boolean | undefined {
  const late = anyReaches(
    profiles.filter(({ inTime }) => !inTime),
    deviceIndex,
  )
  const inTime = anyReaches(
    profiles.filter((profile) => profile.inTime),
    deviceIndex,
  )
  if (late === true) return inTime === false ? false : undefined
  if (late === undefined || inTime === undefined) return undefined
  return inTime || byRing(deviceIndex, rings, days)
}

function byRing(deviceIndex: number, rings: readonly UpdateRing[], days: number): boolean | undefined {
  const failing = rings.filter((ring) => ring.driversExcluded === true || ring.paused)
  const delivering = rings.filter(
    (ring) =>
      ring.driversExcluded === false &&
      ring.days !== undefined &&
      !failing.includes(ring) &&
      !waitsLongerThan(ring, days),
  )
  const fails = anyReaches(failing, deviceIndex)
  if (fails !== false) return fails === true ? false : undefined
  return anyReaches(delivering, deviceIndex) || undefined
}
