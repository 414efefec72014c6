import type { CheckResult, Coverage, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type DeviceReport, devicesReport, secureScore } from '../devices/secure-score.ts'
import { windowsFleet } from '../devices/windows-fleet.ts'
import { share } from '../results/sentences.ts'
import { verdictBetween, verdictOf } from '../results/verdict.ts'
import { withoutOtherMeans } from './demand-text.ts'

const RESOLVED: readonly CheckResult['verdict'][] = ['ineffective', 'partial', 'effective']
const isResolved = ({ verdict }: CheckResult): boolean => RESOLVED.includes(verdict)

/** What devices report. */
interface Reported {
  /** Completes the sentence "9 of 10 measured devices report to Secure Score that …"; of one rule, as the policy's text has it. */
  effect: string
  /** The controls of Secure Score, each measured on different devices. */
  controls: readonly string[]
}

/**
 * Combines the result of policies with what devices report. What they report decides, and the policy explains it: group
 * policy, another tool or a Windows default may have set what no Intune policy sets. For managed devices that do not
 * report, only the policy says something; without a list of them, a good report from some devices proves nothing about the
 * rest. If reading the report was refused, rather than the report being absent, the policy does not decide alone: the
 * report might have lowered the verdict, or shown what no policy sets.
 */
export function withDeviceReport(
  policy: CheckResult,
  tenant: TenantReading,
  { thresholds }: Parameters,
  { effect, controls }: Reported,
): CheckResult {
  const score = secureScore(tenant)
  const reports = score.ok ? controls.flatMap((control) => score.reports.get(control) ?? []) : []
  if (!score.ok && isResolved(policy) && (policy.verdict !== 'ineffective' || policy.kind === 'absent')) {
    const observed = `${policy.observed} What devices report could not be read.`
    const { atBest: _, ...unread } = policy
    const limitations = [score.reason, ...policy.limitations]
    const kind = policy.kind === 'absent' ? 'absent' : 'blind'
    return { ...unread, verdict: score.verdict, kind, observed, limitations }
  }
  if (reports.length === 0) {
    if (!isResolved(policy)) return policy
    const missing = score.ok ? 'Secure Score has no report from devices on this.' : score.reason
    const limitations = [...policy.limitations, missing]
    return { ...policy, limitations, ...(!score.ok && { allNamed: false }) }
  }
  const evidence = [...policy.evidence, ...reports.map((report) => report.evidence)]
  return decide({ ...policy, evidence }, { effect, coverage: together(reports) }, tenant, thresholds)
}

/** The reports of several controls, which measure different devices, combined into one. */
function together(reports: readonly DeviceReport[]): Coverage {
  const { coverage: worst } = reports.reduce((low, one) => (ratio(one) < ratio(low) ? one : low))
  if (reports.some(({ coverage }) => coverage.percent)) return { ...asPercent(worst), percent: true }
  const sum = (part: 'n' | 'of') => reports.reduce((total, { coverage }) => total + coverage[part], 0)
  return { n: sum('n'), of: sum('of') }
}

const ratio = ({ coverage: { n, of } }: DeviceReport): number => n / of

const asPercent = ({ n, of }: Coverage): Coverage => ({ n: Math.floor((100 * n) / of), of: 100 })

function decide(
  policy: CheckResult,
  { effect, coverage }: { effect: string; coverage: Coverage },
  tenant: TenantReading,
  thresholds: Parameters['thresholds'],
): CheckResult {
  const measured = verdictOf(coverage, thresholds)
  const { affected: _, allNamed: __, atBest: ___, coverage: ____, ...unreported } = policy
  const observed = besidePolicies(policy, effect, { coverage, measured })
  const rest = { ...unreported, observed }
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) {
    if (measured === 'ineffective') return { ...rest, verdict: measured, kind: 'contrary', coverage }
    const atBest = measured === 'partial' && { atBest: { verdict: measured, coverage } }
    return { ...rest, verdict: fleet.verdict, kind: 'blind', ...atBest }
  }
  const managed = fleet.devices.length
  if (coverage.percent || coverage.of >= managed * thresholds.effectiveFrom) {
    // If no policy sets it, that does not contradict what devices report.
    const agrees = !isResolved(policy) || policy.kind === 'absent' || policy.verdict === measured
    const limitations = agrees ? policy.limitations : [...policy.limitations, disagreement(policy, measured)]
    const kind = measured === 'ineffective' ? 'contrary' : 'seen'
    // Why policies could not be compared no longer matters, and devices show what else has set it.
    const isCompared = isResolved(policy) || policy.kind === 'absent'
    const compared = isCompared ? withoutOtherMeans(policy.observed) : ''
    const counted = besidePolicies({ ...policy, observed: compared }, effect, { coverage, measured })
    return { ...rest, verdict: measured, kind, coverage, observed: counted, limitations }
  }
  const unmeasured = managed - coverage.of
  // Which devices were measured is not known, so they may be those that the policy reaches.
  const byPolicy = Math.min(unmeasured, Math.max(0, (policy.coverage?.n ?? 0) - coverage.of))
  const low = { n: coverage.n + byPolicy, of: managed }
  const high = { n: coverage.n + unmeasured, of: managed }
  const verdict = verdictBetween(low, high.n - low.n, thresholds)
  const note = `${share({ n: unmeasured, of: managed }, 'managed Windows device')} do not report on it.`
  const result = { ...rest, coverage: low, limitations: [...policy.limitations, note] }
  if (verdict === 'ineffective') return { ...result, verdict, kind: 'contrary' }
  if (verdict !== 'no_visibility') return { ...result, verdict, kind: 'seen' }
  const best = verdictOf(high, thresholds)
  const atBest = best === 'partial' && { atBest: { verdict: best, coverage: high } }
  return { ...result, verdict, kind: policy.kind === 'blind' ? 'blind' : 'absent', ...atBest }
}

/** Within the sentence that says how many devices policies reach, or in one of its own if it is about something else. */
function besidePolicies(
  { observed, verdict }: CheckResult,
  effect: string,
  { coverage, measured }: { coverage: Coverage; measured: CheckResult['verdict'] },
): string {
  const reports = `${devicesReport({ coverage })} to Secure Score that`
  const [before, after] = splitAt(observed, ` that ${effect}`)
  const [same, rest] = after === undefined ? [undefined, ''] : splitAt(after, '.')
  if (same === undefined || rest === undefined) return `${observed}${observed === '' ? '' : ' '}${reports} ${effect}.`
  const isAsPolicies = (measured === 'effective') === (verdict === 'effective')
  return `${before} that ${effect}${same}, ${isAsPolicies ? 'and' : 'but'} ${reports} it is in place.${rest}`
}

/** What is before and after the first occurrence of a part; without it, nothing is after it. */
function splitAt(text: string, part: string): [before: string, after: string | undefined] {
  const at = text.indexOf(part)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + part.length)]
}

const WORDS: Readonly<Partial<Record<CheckResult['verdict'], string>>> = {
  effective: 'in place',
  partial: 'partly in place',
  ineffective: 'not in place',
}

const disagreement = ({ verdict }: CheckResult, measured: CheckResult['verdict']): string =>
  `Two sources disagree: according to policy this is ${WORDS[verdict] ?? verdict}, according to the devices’ reports it is ${WORDS[measured] ?? measured}; the reports decide.`
