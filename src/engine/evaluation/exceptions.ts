import type { CheckResult } from '../model/check.ts'
import type { Exception, RecordedException } from '../model/exception.ts'
import { hasFailed, holds, isUnknown, type Outcome } from './outcome.ts'

interface Judgement {
  /** The moment of judgement, ISO 8601 UTC. */
  now: string
  target: number
}

const COMPENSATED = 'A recorded compensating control stands in for it.'
const ACCEPTED = 'What falls short was accepted as it is: that earns nothing, and is no finding.'
const REMAINS = 'Compensating controls stand in for all that was seen to fall short; what is left is unknown.'
const UNREAD =
  'A compensating control is recorded; as long as the tenant cannot be read, it does not stand in for what is there.'

/**
 * Settles a requirement with what an organisation recorded for it. Only what was approved by `now` and has not expired
 * counts, for the whole requirement or, together, for every object that fails.
 *
 * - A compensating control makes a row `alternate`: one that failed, that nobody has answered, or whose licence is
 *   missing. There the organisation's word is the answer, and a missing licence is a reason to do something else. A
 *   reading that was refused stays unknown: it is to be had, and losing it must not be worth anything.
 * - An accepted risk leaves verdict and credit as they are; what failed is no finding any more.
 * - What holds by itself stays as it is. What expired is as if it were not there, and the row says so.
 *
 * `settle` joins results of checks with the answers, in the way of the framework.
 */
export function withExceptions(
  settle: (results: readonly CheckResult[]) => Outcome,
  results: readonly CheckResult[],
  recorded: readonly Exception[],
  judgement: Judgement,
): Outcome {
  const settled = settle(results)
  const now = Date.parse(judgement.now)
  const approved = recorded.filter(({ approvedAt }) => Date.parse(approvedAt) <= now)
  if (approved.length === 0) return settled
  const living = approved.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
  const expired = approved.filter((exception) => !living.includes(exception))
  const outcome: Outcome = {
    ...settled,
    exceptions: [
      ...living.map(toRecorded),
      ...expired.map((exception) => ({ ...toRecorded(exception), expired: true as const })),
    ],
  }
  if (holds(settled.verdict)) return outcome
  const told = { ...outcome, limitations: [...settled.limitations, ...expired.map(tellExpired)] }

  const compensating = living.filter(({ kind }) => kind === 'compensating-control')
  if (compensating.some(isWhole)) {
    if (settled.verdict !== 'no_visibility') return compensated(told, judgement.target)
    return { ...told, limitations: [...told.limitations, UNREAD] }
  }
  if (!hasFailed(settled.verdict)) return told
  // As if the objects that the exceptions name held: what then remains is not theirs.
  const without = (chosen: readonly Exception[]): Outcome => settle(results.map((result) => sparing(result, chosen)))
  const spared = without(compensating)
  if (holds(spared.verdict)) return compensated(told, judgement.target)
  if (isUnknown(spared.verdict)) {
    return { ...told, ...spared, limitations: [...spared.limitations, ...expired.map(tellExpired), REMAINS] }
  }
  if (living.some(isWhole) || !hasFailed(without(living).verdict)) return accepted(told)
  return told
}

const isWhole = ({ object }: Exception): boolean => object === undefined

function compensated(outcome: Outcome, target: number): Outcome {
  const least = Math.max(outcome.level?.least ?? 0, target)
  return {
    ...outcome,
    verdict: 'alternate',
    observed: `${outcome.observed} ${COMPENSATED}`,
    // Where rows have levels, what stands in for one counts as the level that is asked for.
    ...(outcome.level && { level: { least, most: least, seen: least } }),
  }
}

function accepted(outcome: Outcome): Outcome {
  return { ...outcome, accepted: true, observed: `${outcome.observed} ${ACCEPTED}` }
}

/** The result as effective where all that fails has an exception. */
function sparing(result: CheckResult, exceptions: readonly Exception[]): CheckResult {
  const { verdict, allNamed, affected, critical: _, ...rest } = result
  if (!hasFailed(verdict) || !allNamed || !affected || affected.total > affected.items.length) return result
  const spared = new Set(exceptions.flatMap(({ object }) => (object === undefined ? [] : [nameKey(object)])))
  const isSpared = (name: string): boolean => spared.has(nameKey(name)) || spared.has(nameKey(withoutDetail(name)))
  return affected.items.every(isSpared) ? { ...rest, verdict: 'effective' } : result
}

/** `PC-1` of `PC-1 (Windows 10 22H2)`: an exception may name the object alone, or with what was wrong with it. */
const withoutDetail = (name: string): string => name.replace(/ \([^()]*\)$/, '')

const nameKey = (name: string): string => name.trim().toLowerCase()

function toRecorded({ id: _, requirement: __, ...exception }: Exception): RecordedException {
  return exception
}

function tellExpired({ kind, object, expiresAt }: Exception): string {
  const what = kind === 'accepted-risk' ? 'An accepted risk' : 'A compensating control'
  return `${what}${object === undefined ? '' : ` for ${object}`} expired on ${expiresAt.slice(0, 10)} and no longer counts.`
}
