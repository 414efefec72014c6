import { perTenant } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { type Failed, unknown } from '../results/result.ts'
import { evaluateDevices } from './evaluation.ts'
import { isComputer, managedDevices } from './managed-devices.ts'
import { onboardedDevices } from './onboarding.ts'
import { withDeviceReport } from './secure-score.ts'

/** The control of Secure Score that counts the devices onboarded to Defender. */
const ONBOARDED = 'scid_20000'

const DAY_MS = 86_400_000

interface Scan {
  id: string
  days: number
  /** Finishes the sentence "N of M managed computers …". */
  predicate: string
  expected: string
  limitations: readonly string[]
}

const OTHER_SCANNERS = 'Scanners other than Defender Vulnerability Management are not seen.'
const BY_SHARE = 'Secure Score counts onboarded devices and does not tell when each was last seen.'

/**
 * An onboarded device is scanned by Defender Vulnerability Management all the time, against Microsoft's own list of
 * flaws, which it fetches from the cloud: so what is to be shown is that every computer is onboarded and was seen
 * lately. Advanced hunting tells it per device where it may be read; Secure Score is the second source, and the lower
 * of the two counts.
 */
export function scanCheck(scan: Scan): Check {
  return {
    id: scan.id,
    version: 1,
    evaluate(tenant, parameters) {
      return withDeviceReport(evaluateScan(tenant, parameters, scan), tenant, parameters, ONBOARDED, 'advanced hunting')
    },
  }
}

function evaluateScan(tenant: TenantReading, parameters: Parameters, scan: Scan): CheckResult {
  const { expected, predicate } = scan
  const limitations = [OTHER_SCANNERS, ...scan.limitations]
  const seen = seenComputers(tenant)
  if (!seen.ok) return withLimitations(unknown(seen, expected), [...limitations, BY_SHARE])
  const since = Date.parse(parameters.now) - scan.days * DAY_MS
  return evaluateDevices(
    {
      devices: seen.computers.map(({ name, seenMs }) => ({
        name,
        passes: seenMs === undefined ? undefined : seenMs >= since,
      })),
      noun: 'managed computer',
      predicate,
      expected,
      unknowns: ['Some devices have no id in the directory to look them up by.'],
      evidence: seen.evidence,
      limitations,
    },
    parameters,
  )
}

interface SeenComputers {
  ok: true
  /** Milliseconds when Defender last saw it; 0 where it is not onboarded, undefined where it cannot be looked up. */
  computers: { name: string; seenMs: number | undefined }[]
  evidence: Evidence[]
}

const seenComputers = perTenant((tenant: TenantReading): SeenComputers | Failed => {
  const known = onboardedDevices(tenant)
  if (!known.ok) return known
  const managed = managedDevices(tenant)
  if (!managed.ok) return managed
  const computers = managed.devices.filter(isComputer).map(({ name, directoryId }) => {
    if (directoryId === undefined) return { name, seenMs: undefined }
    const found = known.byDirectoryId.get(directoryId)
    return { name, seenMs: found?.status === 'onboarded' ? (found.lastSeenMs ?? 0) : 0 }
  })
  return { ok: true, computers, evidence: [known.evidence, managed.evidence] }
})

function withLimitations(result: CheckResult, limitations: readonly string[]): CheckResult {
  return { ...result, limitations: [...result.limitations, ...limitations] }
}
