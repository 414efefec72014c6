import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { windowsFleet } from '../devices/windows-fleet.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from '../values/dates.ts'
import { REACH, reachOf, type States } from './assignments.ts'

/** An Intune update ring: when monthly updates reach its devices. */
export interface UpdateRing {
  name: string
  /** Days until a computer in use has restarted with an update: deferral plus `enforcedAfterDays`. */
  days: number | undefined
  /** Days from the offer of an update to the enforced restart; undefined without a deadline. */
  enforcedAfterDays: number | undefined
  /** How many days people may put off the restart if a computer was off and installs an update late. */
  graceDays: number
  deferralDays: number | undefined
  paused: boolean
  /** Undefined if the ring does not say. */
  driversExcluded: boolean | undefined
  states: States
}

export interface UpdateRings {
  ok: true
  rings: readonly UpdateRing[]
  evidence: Evidence
  limitations: readonly string[]
}

/**
 * The grace period starts at the installation and extends the deadline if it ends later (Windows "Enforcing compliance
 * deadlines for updates"). The default is two days (Policy CSP, `ConfigureDeadlineGracePeriod`).
 */
const DEFAULT_GRACE_DAYS = 2

const RING = '#microsoft.graph.windowsUpdateForBusinessConfiguration'

interface ReadRing extends Omit<UpdateRing, 'paused'> {
  isPaused(nowMs: number): boolean
}

/** The update rings and the devices they reach (Graph beta `windowsUpdateForBusinessConfiguration`). */
export function updateRings(tenant: TenantReading, nowMs: number): UpdateRings | Failed {
  const read = readRings(tenant)
  if (!read.ok) return read
  return { ...read, rings: read.rings.map((ring) => ({ ...ring, paused: ring.isPaused(nowMs) })) }
}

const readRings = perTenant((tenant): (Omit<UpdateRings, 'rings'> & { rings: ReadRing[] }) | Failed => {
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return fleet
  const reading = readDataset(tenant, 'deviceConfigurations')
  if (!reading.ok) return reading
  const limitations: string[] = []
  const rings = list(reading.value).flatMap((item) => {
    const ring = fields(item)
    if (ring['@odata.type'] !== RING) return []
    const reached = reachOf(tenant, fleet, item)
    limitations.push(...reached.limitations)
    const deferralDays = wholeNumber(ring.qualityUpdatesDeferralPeriodInDays)
    const deadline = wholeNumber(ring.deadlineForQualityUpdatesInDays)
    const graceDays = deadline === undefined ? 0 : (wholeNumber(ring.deadlineGracePeriodInDays) ?? DEFAULT_GRACE_DAYS)
    const enforcedAfterDays = deadline === undefined ? undefined : Math.max(deadline, graceDays)
    return [
      {
        name: text(ring.displayName) ?? 'an update ring without a name',
        days:
          deferralDays === undefined || enforcedAfterDays === undefined ? undefined : deferralDays + enforcedAfterDays,
        enforcedAfterDays,
        graceDays,
        deferralDays,
        isPaused: (nowMs: number) =>
          ring.qualityUpdatesPaused === true && isBefore(nowMs, ring.qualityUpdatesPauseExpiryDateTime),
        driversExcluded: typeof ring.driversExcluded === 'boolean' ? ring.driversExcluded : undefined,
        states: reached.states,
      },
    ]
  })
  return { ok: true, rings, evidence: reading.evidence, limitations: [...new Set(limitations)] }
})

/** A pause without an end is still in effect. */
function isBefore(nowMs: number, end: unknown): boolean {
  const at = dateMsOf(end)
  return at === undefined || nowMs < at
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

/** Whether a ring delays updates for longer than these days. */
export const waitsLongerThan = (ring: UpdateRing, days: number): boolean =>
  ring.paused || (ring.days ?? ring.deferralDays ?? 0) > days

/** Whether one of these reaches the device; undefined if unknown. */
export function anyReaches(reaching: readonly { states: States }[], deviceIndex: number): boolean | undefined {
  let best: number = REACH.none
  for (const { states } of reaching) best = Math.max(best, states[deviceIndex] ?? REACH.none)
  if (best === REACH.none) return false
  return best === REACH.sure ? true : undefined
}
