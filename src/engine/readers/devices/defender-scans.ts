import { DAY_MS } from '../../../shared/datetime.ts'
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

interface Scan {
  id: string
  days: number
  /** Completes the sentence "N of M managed computers …". */
  predicate: string
  expected: string
  limitations: readonly string[]
}

const OTHER_SCANNERS = 'Scanners other than Defender Vulnerability Management are not seen.'
const BY_SHARE = 'Secure Score counts onboarded devices and does not tell when each was last seen.'

/**
 * Defender Vulnerability Management scans onboarded devices continuously against Microsoft's list of flaws, which it
 * fetches from the cloud. So the check looks at whether every computer is onboarded and was seen recently. Advanced
 * hunting shows it for each device if it may be read; Secure Score is the second source, and the lower of the two
 * counts.
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
  /** When Defender last saw it (milliseconds); 0 if it is not onboarded, undefined if it cannot be looked up. */
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
