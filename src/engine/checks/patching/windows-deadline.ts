import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { type WindowsDevice, type WindowsFleet, windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { expeditedUpdates } from '../../readers/intune/expedited-updates.ts'
import { updateCatalogue } from '../../readers/intune/update-catalogue.ts'
import { anyReaches, updateRings, waitsLongerThan } from '../../readers/intune/update-rings.ts'
import { exploitedFlaws, urgentState } from '../../readers/intune/urgent-updates.ts'
import { type PatchState, patchDayDue, patchState } from '../../readers/lifecycle/patch-days.ts'
import { NEWEST_KNOWN_BUILD, TABLE_KNOWN_UNTIL, windowsRelease } from '../../readers/lifecycle/windows-releases.ts'
import { type Failed, unknown } from '../../readers/results/result.ts'
import { count, some } from '../../readers/results/sentences.ts'

interface Deadline {
  id: string
  /** How many days after its release an update may be missing. */
  days: number
  within: string
  /**
   * Whether only fixes for exploited or critical flaws have this deadline. Microsoft's catalogue of updates says which update
   * contains one; without it, a missing update is a failure only after a month, when every other fix is due as well. The
   * same goes for a ring that delays updates, because nobody knows whether the next one is urgent, and people may push it.
   * An expedited update profile makes up for a slow ring.
   */
  urgentOnly: boolean
}

const COMPUTERS_ONLY = 'Only Windows devices in Intune are seen; Macs, servers and network devices are not.'
const NOT_KNOWN_URGENT = 'Whether the updates that some devices lack fix exploited or critical flaws is not known.'
const RING_MAY_DELAY = 'Update rings may delay the next urgent fix, unless people push it.'
const FROM_CATALOGUE =
  'Which updates fix critical or exploited flaws is taken from Microsoft’s catalogue of updates, as Intune lists it.'
const WITHOUT_CATALOGUE =
  'Which flaws an update fixes is not known, so it counts as overdue only after a month, when every update is due.'
const ONLY_SECOND_TUESDAYS = 'Only the monthly security updates are evaluated, not out-of-band updates.'

/** After this many days every update is due, whatever it fixes. */
const ORDINARY_DAYS = 30

/**
 * Two sources for each device. Its build shows whether the latest security update that is due is installed. Its update
 * rings show whether the next one will be: a patched device does not count if its ring delays updates longer or is paused.
 * A device without a ring, or whose updates Configuration Manager manages, is evaluated only by its build.
 */
export function windowsPatchCheck(deadline: Deadline): Check {
  return {
    id: deadline.id,
    version: 4,
    counts: 'device',
    evaluate: (tenant, parameters) => evaluatePatches(tenant, parameters, deadline),
  }
}

function evaluatePatches(tenant: TenantReading, parameters: Parameters, deadline: Deadline): CheckResult {
  const expected = `Every Windows device has the ${deadline.urgentOnly ? 'urgent ' : ''}security updates that came out more than ${deadline.within} ago, and its update ring does not delay them longer.`
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return unknown(fleet, expected)
  const nowMs = Date.parse(parameters.now)
  const day = patchDayDue(nowMs, deadline.days)
  const states = statesOn(fleet.devices, day)
  const ordinary = deadline.urgentOnly ? statesOn(fleet.devices, patchDayDue(nowMs, ORDINARY_DAYS)) : states
  const catalogue = deadline.urgentOnly ? updateCatalogue(tenant) : undefined
  const dueMs = nowMs - deadline.days * DAY_MS
  const due = states.map((state, at) => {
    const device = fleet.devices[at]
    if (!deadline.urgentOnly || ordinary[at] === 'overdue' || !device)
      return ordinary[at] === 'overdue' ? 'overdue' : state
    if (catalogue?.ok) return urgentState(device, state, catalogue, { day, ms: dueMs })
    // What is overdue here may not be urgent.
    return state === 'overdue' ? 'unknown' : state
  })
  const slow = slowRings(tenant, fleet, nowMs, deadline)
  const devices = fleet.devices.map(({ name }, deviceIndex) => ({
    name,
    passes: passesOn(due[deviceIndex], slow.on(deviceIndex)),
  }))
  const waiting = states.filter((state, deviceIndex) => isPatched(state) && slow.on(deviceIndex) === true).length
  const newer = states.filter((state) => state === 'newer').length
  return evaluateDevices(
    {
      devices,
      noun: 'managed Windows device',
      predicate: catalogue?.ok
        ? `have both every urgent fix that came out more than ${deadline.within} ago, and no update ring that delays fixes longer`
        : `have both the security update of ${day} and no update ring that delays fixes by more than ${deadline.within}`,
      expected,
      details: [
        ...(catalogue?.ok ? exploitedFlaws(catalogue, dueMs - ORDINARY_DAYS * DAY_MS, dueMs) : []),
        ...(waiting > 0 ? [`${count(waiting, 'patched device')} in slow or paused rings: ${some(slow.names)}.`] : []),
      ],
      unknowns: [
        ...(states.includes('unknown')
          ? [`The build of some devices does not show whether the update of ${day} is on them.`]
          : []),
        ...(catalogue && (!catalogue.ok || due.includes('unknown')) ? [NOT_KNOWN_URGENT] : []),
        ...(slow.names.length > 0 && deadline.urgentOnly ? [RING_MAY_DELAY] : []),
        ...slow.unread,
      ],
      kindOfUnknown: deadline.urgentOnly && slow.evidence.length > 0 ? 'absent' : 'blind',
      evidence: [fleet.evidence, ...(catalogue?.ok ? [catalogue.evidence] : []), ...slow.evidence],
      limitations: [
        ...(newer > 0
          ? [`${count(newer, 'device')} with builds newer than those we know (${TABLE_KNOWN_UNTIL}) count as patched.`]
          : []),
        COMPUTERS_ONLY,
        ...(catalogue?.ok ? [] : [ONLY_SECOND_TUESDAYS]),
        ...slow.limitations,
        ...(catalogue ? [catalogue.ok ? FROM_CATALOGUE : WITHOUT_CATALOGUE] : []),
      ],
    },
    parameters,
  )
}

/** Thousands of devices run a handful of builds, so each build is looked up once. */
function statesOn(devices: readonly WindowsDevice[], day: string): PatchState[] {
  const known = new Map<number | undefined, Map<number | undefined, PatchState>>()
  return devices.map((device) => {
    const revisions = known.get(device.build) ?? new Map<number | undefined, PatchState>()
    const state = revisions.get(device.revision) ?? stateOf(device, day)
    known.set(device.build, revisions.set(device.revision, state))
    return state
  })
}

function stateOf({ build, revision }: WindowsDevice, day: string): PatchState {
  if (build === undefined) return 'unknown'
  if (build > NEWEST_KNOWN_BUILD) return 'newer'
  const release = windowsRelease(build)
  return release ? patchState(release, revision, day) : 'unknown'
}

const isPatched = (state: PatchState | undefined): boolean => state === 'current' || state === 'newer'

function passesOn(state: PatchState | undefined, isSlow: boolean | undefined): boolean | undefined {
  if (state === 'overdue' || (isSlow === true && isPatched(state))) return false
  if (!isPatched(state) || isSlow === undefined) return undefined
  return true
}

interface SlowRings {
  on(deviceIndex: number): boolean | undefined
  names: string[]
  evidence: Evidence[]
  unread: string[]
  limitations: readonly string[]
}

function slowRings(tenant: TenantReading, fleet: WindowsFleet, nowMs: number, deadline: Deadline): SlowRings {
  const rings = updateRings(tenant, nowMs)
  if (!rings.ok) return unreadRings(rings)
  const slow = rings.rings.filter((ring) => waitsLongerThan(ring, deadline.days))
  const tooSlow = deadline.urgentOnly ? slow.filter((ring) => waitsLongerThan(ring, ORDINARY_DAYS)) : slow
  const pushed = deadline.urgentOnly && slow.length > 0 ? expeditedUpdates(tenant, fleet, deadline.days) : undefined
  const on = (deviceIndex: number): boolean | undefined => {
    if (fleet.devices[deviceIndex]?.updatesByConfigurationManager) return false
    const isSlow = anyReaches(slow, deviceIndex)
    if (isSlow === false) return false
    if (pushed) {
      const isPushed = pushed.ok ? anyReaches(pushed.profiles, deviceIndex) : undefined
      if (isPushed !== false) return isPushed && false
    }
    return anyReaches(tooSlow, deviceIndex) || undefined
  }
  const open = rings.rings.filter((ring) => ring.days === undefined && !ring.paused).map(({ name }) => name)
  const graceDays = Math.max(0, ...rings.rings.map((ring) => ring.graceDays))
  return {
    on,
    names: slow.map(({ name, days, paused, deferralDays }) =>
      paused ? `“${name}” (paused)` : `“${name}” (${days ?? deferralDays} days)`,
    ),
    evidence: [rings.evidence],
    unread: pushed && !pushed.ok ? [pushed.reason] : [...rings.limitations],
    limitations: [
      ...rings.limitations,
      ...(graceDays > 0
        ? [
            `A computer that was switched off when an update came out may restart later: it has a grace period of up to ${count(graceDays, 'day')} after the installation.`,
          ]
        : []),
      ...(open.length > 0 ? [`These update rings have no deadline, so fixes may wait in them: ${some(open)}.`] : []),
    ],
  }
}

const unreadRings = (failed: Failed): SlowRings => ({
  on: () => undefined,
  names: [],
  evidence: [],
  unread: [failed.reason],
  limitations: [],
})
