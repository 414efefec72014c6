import type { CheckResult, Thresholds } from '../../model/check.ts'
import type { EvidenceKind } from '../../model/evidence-kind.ts'
import { verdictOf } from '../results/verdict.ts'
import { REACH, type States } from './assignments.ts'

/** How many devices are in each state of a rule. */
export interface Tally {
  sure: number
  conflict: number
  filtered: number
  unread: number
  /** Another value is set. */
  contrary: number
  /** No policy sets it, and only Intune configures the device. */
  alone: number
  /** No policy sets it, but other means than Intune's policies may. */
  elsewhere: number
  of: number
}

export interface Counting {
  /** Devices that are left out. */
  setAside?: ReadonlySet<number> | undefined
  /** Whether other means than Intune's policies may set it on this device; by default none does. */
  otherMeans?: (deviceIndex: number) => boolean
  /** Whether another value counts as contrary on this device, rather than as not set; by default it does. */
  isContrary?: ((deviceIndex: number) => boolean) | undefined
}

export function tallyOf(states: States, { setAside, otherMeans, isContrary }: Counting = {}): Tally {
  const counts = new Array<number>(REACH.sure + 1).fill(0)
  let elsewhere = 0
  for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++) {
    if (setAside?.has(deviceIndex)) continue
    const found = states[deviceIndex] ?? REACH.none
    const state = found === REACH.contrary && isContrary?.(deviceIndex) === false ? REACH.none : found
    counts[state] = (counts[state] ?? 0) + 1
    if (state === REACH.none && otherMeans?.(deviceIndex)) elsewhere++
  }
  const [none = 0, contrary = 0, unread = 0, filtered = 0, conflict = 0, sure = 0] = counts
  const of = none + contrary + unread + filtered + conflict + sure
  return { sure, conflict, filtered, unread, contrary, alone: none - elsewhere, elsewhere, of }
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { sure: 0, conflict: 0, filtered: 0, unread: 0, contrary: 0, alone: 0, elsewhere: 0, of: 0 }
  for (const tally of tallies) {
    sum.sure += tally.sure
    sum.conflict += tally.conflict
    sum.filtered += tally.filtered
    sum.unread += tally.unread
    sum.contrary += tally.contrary
    sum.alone += tally.alone
    sum.elsewhere += tally.elsewhere
    sum.of += tally.of
  }
  return sum
}

export interface Decision extends Pick<CheckResult, 'verdict' | 'atBest'> {
  kind: EvidenceKind
}

/**
 * The verdict of a tally and what it is based on. What was seen decides if the verdict is the same no matter what the other
 * devices have; devices that only Intune configures lack what no policy sets. A conflict or a filter never counts as
 * coverage, but if nothing else fails, the verdict is partial rather than ineffective. People may answer for all devices
 * except those that have another value.
 */
export function decide(tally: Tally, thresholds: Thresholds): Decision {
  const { sure, conflict, filtered, unread, alone, elsewhere, of } = tally
  const whole = verdictOf({ n: sure, of }, thresholds)
  if (whole === 'no_visibility') return { verdict: whole, kind: 'blind' }
  if (whole === 'effective') return { verdict: whole, kind: 'seen' }
  const upTo = (more: number): CheckResult['verdict'] => {
    if (verdictOf({ n: sure + more, of }, thresholds) === 'effective') return 'effective'
    const softened = verdictOf({ n: sure + conflict + filtered + more, of }, thresholds)
    return softened === 'ineffective' ? 'ineffective' : 'partial'
  }
  const known = upTo(0)
  const answered = unread + elsewhere + alone
  const best = upTo(answered)
  const atBest = best === 'partial' && { atBest: { verdict: best, coverage: { n: sure + answered, of } } }
  if (upTo(unread + elsewhere) !== known) {
    return { verdict: 'no_visibility', kind: upTo(unread) === known ? 'absent' : 'blind', ...atBest }
  }
  if (best !== known) return { verdict: known, kind: 'absent', ...atBest }
  return { verdict: known, kind: known === 'partial' ? 'seen' : 'contrary' }
}
