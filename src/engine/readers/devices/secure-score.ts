import { fields, list, text } from '../../../shared/json.ts'
import { formatCount } from '../../../shared/text/numbers.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Coverage } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'

/** What devices report about one control of Secure Score. */
export interface DeviceReport {
  control: string
  /** Compliant devices among those measured, or their percentage. */
  coverage: Coverage
  evidence: Evidence
}

interface SecureScore {
  ok: true
  reports: ReadonlyMap<string, DeviceReport>
}

/**
 * The device-measured controls (`scid_*`) of the newest Secure Score. Their `scoreInPercentage` is the share of
 * measured devices that comply; `count` of `total` gives the same in numbers if both agree. Controls without a share, or
 * with no measured device, are left out. Of `controlScore`, Microsoft documents `controlName` and `score`; these three are in
 * responses but undocumented, so a control that lacks them proves nothing. Nor does Microsoft publish a list of the ids:
 * `secureScoreControlProfile` gives each tenant their titles, and we know these from copies that others have published:
 * 25 and 102 “Enable 'Local Security Authority (LSA) protection'”, before Windows 11 22H2 and since; 75 and 77 “Disable Flash”,
 * 76, 78 and 97 to 101 “Disable JavaScript”, on Adobe's products; 96 network protection; 113 LAPS; 115 the vulnerable driver
 * blocklist; 2080 Credential Guard; 2500 to 2518 the rules for attack surface reduction; 20000 onboarding.
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
    reports.set(control, { control, coverage: measured, evidence: { ...reading.evidence, pointer } })
  }
  return { ok: true, reports }
})

function coverageOf(item: Readonly<Record<string, unknown>>): Coverage | undefined {
  const percent = number(item.scoreInPercentage)
  const n = number(item.count)
  const of = number(item.total)
  if (of === 0) return undefined
  const counted = n !== undefined && of !== undefined && n >= 0 && n <= of ? { n, of } : undefined
  if (percent === undefined) return counted
  // Some controls count exposed devices instead of compliant ones; only a count that matches the share is used.
  for (const compliant of counted ? [counted.n, counted.of - counted.n] : []) {
    if (counted && Math.abs((100 * compliant) / counted.of - percent) <= 1) return { n: compliant, of: counted.of }
  }
  return { n: Math.floor(Math.max(0, Math.min(100, percent))), of: 100, percent: true }
}

/** A number, including one written as text; an absent or empty value is not 0. */
function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

export const describeReport = ({ coverage: { n, of, percent } }: Pick<DeviceReport, 'coverage'>): string =>
  percent ? `${n}% of the measured devices` : `${formatCount(n)} of ${formatCount(of)} measured devices`

/** `describeReport` with its verb: `2 of 34 measured devices report`. */
export const devicesReport = (report: Pick<DeviceReport, 'coverage'>): string =>
  `${describeReport(report)} ${report.coverage.n === 1 && !report.coverage.percent ? 'reports' : 'report'}`
