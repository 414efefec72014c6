import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { Check, CheckResult, CriticalReason, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { evaluateDevices } from '../../readers/devices/evaluation.ts'
import { productName } from '../../readers/devices/product-names.ts'
import { type OpenFlaws, type SoftwareOnDevice, softwareOnDevices } from '../../readers/devices/software.ts'
import { unknown } from '../../readers/results/result.ts'

/** After this many days a flaw with known exploit code is critical in itself. */
const EXPLOITED_DAYS = 14

export const LISTED = 'office suites, browsers, email and PDF software and security products'

interface Deadline {
  id: string
  kind: 'listedFlaws' | 'otherFlaws'
  software: string
  /** Which flaws have this deadline. */
  flaws: readonly ('exploitableMs' | 'criticalMs' | 'otherMs')[]
  about: string
  days: number
  within: string
}

const LIMITATIONS = [
  'The day a flaw was published is used as the day its fix came out; flaws without a fix are left out.',
  'A flaw counts as exploitable if Defender knows exploit code for it, and as critical if Defender rates it so.',
  'Extensions of browsers are not among the software that is read.',
]

/**
 * Flaws that Defender Vulnerability Management finds open on devices, by the age of the oldest (advanced hunting,
 * `DeviceTvmSoftwareVulnerabilities` with `DeviceTvmSoftwareVulnerabilitiesKB`). A device with one flaw beyond the
 * deadline fails.
 */
export function flawCheck(deadline: Deadline): Check {
  return {
    id: deadline.id,
    version: 1,
    counts: 'device',
    evaluate: (tenant, parameters) => evaluateDeadline(tenant, parameters, deadline),
  }
}

function evaluateDeadline(tenant: TenantReading, parameters: Parameters, deadline: Deadline): CheckResult {
  const expected = `No device has any ${deadline.about}, published more than ${deadline.within} ago, in ${deadline.software}.`
  const inventory = softwareOnDevices(tenant)
  if (!inventory.ok) return unknown(inventory, expected)
  if (inventory.flawsUnread) return unknown(inventory.flawsUnread, expected)
  const nowMs = Date.parse(parameters.now)
  const limitMs = nowMs - deadline.days * DAY_MS
  const evaluated = inventory.devices.map((device) => {
    const flaws = device[deadline.kind]
    const isLate = flaws !== undefined && deadline.flaws.some((flaw) => isOlder(flaws[flaw], limitMs))
    const { name } = device
    return isLate ? { name, shortcoming: () => softwareIn(flaws), passes: false } : { name, passes: true }
  })
  const unseen = inventory.unseen.map((name) => ({ name, passes: undefined }))
  return evaluateDevices(
    {
      devices: [...evaluated, ...unseen],
      noun: 'device',
      predicate: `have no ${deadline.about}, published more than ${deadline.within} ago, in ${deadline.software}`,
      expected,
      unknowns: ['Some managed Windows devices do not report their software to Defender.'],
      evidence: inventory.evidence,
      limitations: LIMITATIONS,
      critical: criticalReason(inventory.devices, deadline, nowMs),
    },
    parameters,
  )
}

/** If the deadline is longer than the two weeks that make a flaw critical, the deadline decides. */
function criticalReason(
  devices: readonly SoftwareOnDevice[],
  { kind, flaws, days }: Deadline,
  nowMs: number,
): CriticalReason | undefined {
  if (!flaws.includes('exploitableMs')) return undefined
  const limitMs = nowMs - Math.max(days, EXPLOITED_DAYS) * DAY_MS
  const found = devices.some((device) => isOlder(device[kind]?.exploitableMs, limitMs))
  return found ? 'exploited-vulnerability-over-14-days' : undefined
}

const isOlder = (published: number | undefined, limitMs: number): boolean =>
  published !== undefined && published < limitMs

const softwareIn = (flaws: OpenFlaws | undefined): string | undefined =>
  flaws && flaws.software.length > 0 ? `open flaws in ${flaws.software.map(productName).join(', ')}` : undefined
