import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { fields, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { CONTROL_SETTINGS } from '../../readers/application-control/aspects.ts'
import { intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { evidenceOf, unknown } from '../../readers/results/result.ts'
import { count, some } from '../../readers/results/sentences.ts'
import { dateMsOf } from '../../readers/values/dates.ts'

const YEAR_DAYS = 365
const EXPECTED = 'The rules of application control were reviewed within the last year.'

const LIMITATIONS = [
  'A change within the year shows that somebody worked on the rules, not that all of them were reviewed.',
]

/**
 * ISM-1582. The tenant shows when the policies were last changed. A change within a year indicates a review. No change
 * proves nothing, because a review may find nothing to change; nor does the absence of policies, because another product
 * may control applications. Then people must answer.
 */
export const applicationControlReview: Check = {
  id: 'application-control-review',
  version: 3,
  evaluate: evaluateReview,
}

function evaluateReview(tenant: TenantReading, { now }: Parameters): CheckResult {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return unknown(settings, EXPECTED)
  const policies = new Map(
    CONTROL_SETTINGS.flatMap((id) => valuesOf(settings, id)).flatMap(({ policy, reached }) =>
      reached.assigned ? [[policy.id, policy] as const] : [],
    ),
  )
  const found = [...policies.values()]
  const [unread] = settings.unread
  const evidence = found.slice(0, 12).map((policy) => policy.evidence)
  const result = { expected: EXPECTED, evidence, limitations: LIMITATIONS }
  if (found.length === 0) {
    if (unread) return unknown(unread.failed, EXPECTED)
    return {
      ...result,
      evidence: evidenceOf(readDataset(tenant, 'configurationPolicies')),
      verdict: 'no_visibility',
      kind: 'absent',
      observed:
        'Intune assigns no application control policy, so it shows no review; reviews of other products are not seen.',
    }
  }
  const since = Date.parse(now) - YEAR_DAYS * DAY_MS
  const stale = found.filter((policy) => (dateMsOf(fields(policy.raw).lastModifiedDateTime) ?? 0) < since)
  const [first] = stale
  if (!first) {
    const observed = `${count(found.length, 'application control policy', 'application control policies')} ${found.length === 1 ? 'was' : 'were'} changed within the last year.`
    return { ...result, verdict: 'effective', observed }
  }
  const names = stale.map(
    ({ name, raw }) => `“${name}” (${(text(fields(raw).lastModifiedDateTime) ?? 'no date').slice(0, 10)})`,
  )
  const observed = `Not changed within the last year: ${some(names)}. A review that changes nothing leaves no trace.`
  return { ...result, verdict: 'no_visibility', kind: 'absent', observed }
}
