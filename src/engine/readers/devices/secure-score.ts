import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Coverage, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { verdictOf } from '../results/verdict.ts'

/** What devices themselves report on one control of Secure Score. */
export interface DeviceReport {
  control: string
  /** Devices that comply of those measured; of 100 where only the share is known. */
  coverage: Coverage
  percentOnly: boolean
  evidence: Evidence
}

interface SecureScore {
  ok: true
  reports: ReadonlyMap<string, DeviceReport>
}

/**
 * The device-measured controls (`scid_*`) of the newest Secure Score. Their `scoreInPercentage` is the share of
 * measured devices that comply, and `count` of `total` the same in numbers where both agree. A control without a
 * share, or with no device to measure, is not there.
 */
export const secureScore = perTenant((tenant: TenantReading): SecureScore | Failed => {
  const reading = readDataset(tenant, 'secureScores')
  if (!reading.ok) return reading
  const [newest] = list(reading.value)
    .map((score, index) => ({ index, score: fields(score), at: text(fields(score).createdDateTime) ?? '' }))
    .sort((a, b) => b.at.localeCompare(a.at))
  const reports = new Map<string, DeviceReport>()
  for (const [index, item] of list(newest?.score.controlScores).map(fields).entries()) {
    const control = text(item.controlName)?.toLowerCase()
    const measured = coverageOf(item)
    if (!control?.startsWith('scid_') || !measured) continue
    const pointer = `/${newest?.index ?? 0}/controlScores/${index}`
    reports.set(control, { control, ...measured, evidence: { ...reading.evidence, pointer } })
  }
  return { ok: true, reports }
})

function coverageOf(
  item: Readonly<Record<string, unknown>>,
): Pick<DeviceReport, 'coverage' | 'percentOnly'> | undefined {
  const percent = number(item.scoreInPercentage)
  const n = number(item.count)
  const of = number(item.total)
  if (of === 0) return undefined
  const counted = n !== undefined && of !== undefined && n >= 0 && n <= of ? { n, of } : undefined
  if (percent === undefined) return counted && { coverage: counted, percentOnly: false }
  // Some controls count what is exposed and not what complies: then the numbers do not match the share.
  if (counted && Math.abs((100 * counted.n) / counted.of - percent) <= 1)
    return { coverage: counted, percentOnly: false }
  return { coverage: { n: Math.floor(Math.max(0, Math.min(100, percent))), of: 100 }, percentOnly: true }
}

/** A number, also one written as a string; an absent or empty value is not 0. */
function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

export const describeReport = ({ coverage: { n, of }, percentOnly }: DeviceReport): string =>
  percentOnly ? `${n} % of the measured devices` : `${n} of ${of} measured devices`

const RANK: readonly CheckResult['verdict'][] = ['ineffective', 'partial', 'effective']

/**
 * Joins what policy, or another source of that name, says with what devices report. Where both are known the lower decides, and a disagreement is
 * told; where one is known it stands alone; where neither is, the policy's reasons stay. What policy says does not stand
 * alone where the report was refused, and not just absent: it might have lowered the verdict.
 */
export function withDeviceReport(
  policy: CheckResult,
  tenant: TenantReading,
  { thresholds }: Parameters,
  control: string,
  source = 'policy',
): CheckResult {
  const score = secureScore(tenant)
  const report = score.ok ? score.reports.get(control) : undefined
  const isResolved = RANK.includes(policy.verdict)
  if (!score.ok && isResolved && policy.verdict !== 'ineffective') {
    const observed = `${policy.observed} What devices report themselves could not be read.`
    return { ...policy, verdict: score.verdict, observed, limitations: [score.reason, ...policy.limitations] }
  }
  if (!report) {
    const missing = score.ok ? `Secure Score has no device report ${control}.` : score.reason
    const told = { ...policy, limitations: [...policy.limitations, missing], ...(!score.ok && { allNamed: false }) }
    return isResolved ? told : policy
  }
  const reported = verdictOf(report.coverage, thresholds)
  const told = `Devices report it on ${describeReport(report)} (${control}).`
  const evidence = [...policy.evidence, report.evidence]
  if (!isResolved) {
    const observed = `${told} What ${source} says could not be compared.`
    return { ...policy, verdict: reported, coverage: report.coverage, observed, evidence }
  }
  const observed = `${policy.observed} ${told}`
  const lower = RANK.indexOf(reported) < RANK.indexOf(policy.verdict)
  const disagreement = `Two sources disagree: by ${source} this is ${policy.verdict}, by the devices' own report ${reported}; the lower counts.`
  return {
    ...policy,
    ...(lower ? { verdict: reported, coverage: report.coverage } : {}),
    ...(reported !== 'effective' && { allNamed: false }),
    observed,
    evidence,
    limitations: reported === policy.verdict ? policy.limitations : [...policy.limitations, disagreement],
  }
}
