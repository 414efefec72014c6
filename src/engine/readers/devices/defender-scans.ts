import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { perTenant } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { type Failed, unknown } from '../results/result.ts'
import { count, knownShare, some } from '../results/sentences.ts'
import { verdictOf } from '../results/verdict.ts'
import { isComputer, managedDevices } from './managed-devices.ts'
import { hostOf, onboardedDevices } from './onboarding.ts'
import { describeReport, secureScore } from './secure-score.ts'

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

export const OTHER_SCANNERS = 'Scanners other than Defender Vulnerability Management are not seen.'

/**
 * Defender Vulnerability Management scans onboarded devices continuously against Microsoft's list of flaws, which it
 * fetches from the cloud. So the check looks at whether every computer is onboarded and was seen recently, which advanced
 * hunting shows for each device. Another product may scan the computers that Defender does not see, so they are never a
 * failure. Macs are matched by id or by name, because `DeviceInfo` is not documented to have their `AadDeviceId`; a Mac that
 * is not found is unknown. Secure Score counts onboarded devices but neither says when each was last seen nor counts the
 * others, so it is only mentioned.
 */
export function scanCheck(scan: Scan): Check {
  return {
    id: scan.id,
    version: 3,
    counts: 'computer',
    evaluate: (tenant, parameters) => evaluateScan(tenant, parameters, scan),
  }
}

function evaluateScan(tenant: TenantReading, { now, thresholds }: Parameters, scan: Scan): CheckResult {
  const { expected, predicate, limitations } = scan
  const seen = seenComputers(tenant)
  const report = onboardedShare(tenant)
  if (!seen.ok) {
    const result = unknown(seen, expected)
    const observed = report ? `${result.observed} ${report.sentence}` : result.observed
    const evidence = report ? [report.evidence] : []
    return { ...result, observed, evidence, limitations: [...result.limitations, ...limitations] }
  }
  const since = Date.parse(now) - scan.days * DAY_MS
  const notFound = seen.computers.filter(({ seenMs }) => seenMs === undefined)
  const missing = seen.computers.filter(({ seenMs }) => seenMs !== undefined && seenMs < since)
  const coverage = { n: seen.computers.length - missing.length - notFound.length, of: seen.computers.length }
  if (coverage.of === 0) return nothingToScan(seen.evidence, expected, limitations)
  const counted = `${knownShare(coverage, notFound.length, 'managed computer', predicate)}.`
  const result = { coverage, expected, evidence: seen.evidence, limitations: [...limitations] }
  if (verdictOf(coverage, thresholds) === 'effective') return { ...result, verdict: 'effective', observed: counted }
  const { coverage: _, ...uncounted } = result
  return {
    ...(coverage.n > 0 ? result : uncounted),
    verdict: 'no_visibility',
    kind: 'absent',
    observed: [
      counted,
      ...(missing.length > 0
        ? [`Another product that we do not see may cover the others: ${some(missing.map(({ name }) => name))}.`]
        : []),
      ...(notFound.length > 0
        ? [
            `${count(notFound.length, 'computer')} could not be found in Defender’s device list, which does not identify every Mac: ${some(notFound.map(({ name }) => name))}.`,
          ]
        : []),
    ].join(' '),
  }
}

function nothingToScan(evidence: Evidence[], expected: string, limitations: readonly string[]): CheckResult {
  const observed = 'This could not be evaluated. There is no managed computer to evaluate.'
  return { verdict: 'no_visibility', observed, expected, evidence, limitations: [...limitations] }
}

function onboardedShare(tenant: TenantReading): { sentence: string; evidence: Evidence } | undefined {
  const score = secureScore(tenant)
  const report = score.ok ? score.reports.get(ONBOARDED) : undefined
  if (!report) return undefined
  const sentence = `According to Secure Score, ${describeReport(report)} are onboarded; it does not show when each was last seen.`
  return { sentence, evidence: report.evidence }
}

interface SeenComputers {
  ok: true
  /** When Defender last saw it (milliseconds); 0 if it is not onboarded, undefined if it cannot be found. */
  computers: { name: string; seenMs: number | undefined }[]
  evidence: Evidence[]
}

const seenComputers = perTenant((tenant: TenantReading): SeenComputers | Failed => {
  const known = onboardedDevices(tenant)
  if (!known.ok) return known
  const managed = managedDevices(tenant)
  if (!managed.ok) return managed
  const macs = Map.groupBy(
    managed.devices.filter(({ system }) => system === 'macos'),
    ({ name }) => hostOf(name),
  )
  const computers = managed.devices.filter(isComputer).map((device) => {
    const { name, system, directoryId } = device
    const byId = directoryId === undefined ? undefined : known.byDirectoryId.get(directoryId)
    const isOnlyOne = system === 'macos' && macs.get(hostOf(name))?.length === 1
    const found = byId ?? (isOnlyOne ? known.macsByName.get(hostOf(name)) : undefined)
    if (!found && (system === 'macos' || directoryId === undefined)) return { name, seenMs: undefined }
    return { name, seenMs: found?.status === 'onboarded' ? (found.lastSeenMs ?? 0) : 0 }
  })
  return { ok: true, computers, evidence: [known.evidence, managed.evidence] }
})
