import { formatCount } from '../../../shared/text/numbers.ts'
import type { CheckResult, CriticalReason, Parameters } from '../../model/check.ts'
import type { Evidence } from '../../model/tenant-reading.ts'
import { affectedItems } from '../results/result.ts'
import { count, knownShare, undeterminedShare } from '../results/sentences.ts'
import { verdictBetween, verdictOf } from '../results/verdict.ts'

export interface EvaluatedDevice {
  name: string
  /** How it falls short, for the brackets after its name; called only for devices that are shown. */
  shortcoming?: () => string | undefined
  /** Undefined if unknown. */
  passes: boolean | undefined
}

export interface DeviceEvaluation {
  devices: readonly EvaluatedDevice[]
  /** One of the devices, as in `managed device`. */
  noun: string
  /** Completes the sentence "N of M devices …". */
  predicate: string
  expected: string
  /** Further findings, as sentences. */
  details?: readonly string[]
  /** Why some devices are unknown; shown only if there are any. */
  unknowns: readonly string[]
  /** Why devices are unknown: something else may cover them, or they could not be read (the default). */
  kindOfUnknown?: 'absent' | 'blind'
  evidence: Evidence[]
  limitations: readonly string[]
  /** Why a failure is critical. */
  critical?: CriticalReason | undefined
}

/**
 * Counts devices that were evaluated individually. Unknown ones count for neither side; if they could change the verdict,
 * the verdict is `no_visibility`, and the devices that were seen to fail limit the verdict that an answer can reach.
 */
export function evaluateDevices(evaluation: DeviceEvaluation, { thresholds }: Parameters): CheckResult {
  const { devices, noun, predicate, expected, details = [], evidence, critical } = evaluation
  let n = 0
  let maybe = 0
  for (const { passes } of devices) {
    if (passes === undefined) maybe++
    else if (passes) n++
  }
  const coverage = { n, of: devices.length }
  const verdict = verdictBetween(coverage, maybe, thresholds)
  const unknowns = maybe > 0 ? evaluation.unknowns : []
  const limitations = [...new Set([...unknowns, ...evaluation.limitations])]
  // If nothing is known about any of them, a share would say nothing.
  const isOpen = verdict === 'no_visibility' && n === 0 && maybe > 0
  const words = isOpen ? undeterminedShare : knownShare
  const share = maybe < devices.length ? [`${words(coverage, maybe, noun, predicate)}.`] : []
  const counted = [...share, ...details]
  if (verdict === 'no_visibility') {
    const reasons = devices.length === 0 ? [`There is no ${noun} to evaluate.`] : unknowns
    const observed = [`This could not be evaluated. ${reasons.join(' ')}`, ...(devices.length === 0 ? [] : counted)]
    const possible = { n: n + maybe, of: devices.length }
    const best = verdictOf(possible, thresholds)
    const atBest = best === 'partial' && { atBest: { verdict: best, coverage: possible } }
    const kind = evaluation.kindOfUnknown ?? 'blind'
    return { verdict, kind, ...atBest, observed: observed.join(' '), expected, evidence, limitations }
  }
  const failing = devices.filter(({ passes }) => passes === false)
  return {
    verdict,
    coverage,
    observed: counted.join(' '),
    expected,
    ...(verdict === 'effective' ? {} : affectedItems(failing, shownName, maybe === 0)),
    ...(verdict !== 'effective' && critical !== undefined && failing.length > 0 && { critical }),
    evidence,
    limitations,
  }
}

function shownName({ name, shortcoming }: EvaluatedDevice): string {
  const short = shortcoming?.()
  return short === undefined ? name : `${name} (${short})`
}

/** `3 on Windows 10 22H2, 1 on Windows 10 1909`, the most frequent first. */
export function tally(names: readonly string[], max = 4): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1])
  const shown = sorted.slice(0, max).map(([name, n]) => `${formatCount(n)} on ${name}`)
  const rest = sorted.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${count(rest, 'other')}` : shown.join(', ')
}
