import type { Exception, RecordedException } from '../model/exception.ts'
import type { Reading } from './evidence.ts'
import { hasFailed, holds, type Outcome } from './outcome.ts'
import { canBeCompensated, isUnknown } from './unknowns.ts'

interface Evaluation {
  /** The time of evaluation, ISO 8601 UTC. */
  now: string
  target: number
}

const COMPENSATED = 'A recorded compensating control replaces it.'
const ACCEPTED = 'The shortfall is an accepted risk: it earns no points and is not a finding.'
const REMAINS = 'Compensating controls cover everything that is known to fall short; the rest is unknown.'
const UNREAD = 'A compensating control is recorded, but it does not count while the tenant cannot be read.'

/** Whether an exception counts at a time: from its approval until it expires; ISO 8601. */
export const isInForce = (
  { approvedAt, expiresAt }: Pick<Exception, 'approvedAt' | 'expiresAt'>,
  at: string,
): boolean => Date.parse(approvedAt) <= Date.parse(at) && Date.parse(at) < Date.parse(expiresAt)

/**
 * Resolves a requirement with the exceptions that an organisation recorded for it. Exceptions count if they are approved and
 * not expired at `now`, and cover the whole requirement or, together, every object that fails.
 *
 * - A compensating control turns a row into `alternate` if it failed, is unanswered, or lacks a licence. A refused reading
 *   remains unknown: the permission can be granted, so revoking it must never raise the score.
 * - An accepted risk leaves the verdict and the credit as they are, and removes the finding.
 * - A row that holds anyway is unchanged. Expired exceptions have no effect; the row mentions them.
 *
 * `resolve` combines the readings with the answers as the framework's scoring requires.
 */
export function withExceptions(
  resolve: (readings: readonly Reading[]) => Outcome,
  readings: readonly Reading[],
  recorded: readonly Exception[],
  { now, target }: Evaluation,
): Outcome {
  const resolved = resolve(readings)
  const time = Date.parse(now)
  const approved = recorded.filter(({ approvedAt }) => Date.parse(approvedAt) <= time)
  if (approved.length === 0) return resolved
  const active = approved.filter((exception) => isInForce(exception, now))
  const expired = approved.filter((exception) => !active.includes(exception))
  const outcome: Outcome = {
    ...resolved,
    exceptions: [
      ...active.map(toRecorded),
      ...expired.map((exception) => ({ ...toRecorded(exception), expired: true as const })),
    ],
  }
  if (holds(resolved.verdict)) return outcome
  const noted = { ...outcome, limitations: [...resolved.limitations, ...expired.map(formatExpired)] }

  const compensating = active.filter(({ kind }) => kind === 'compensating-control')
  if (compensating.some(isWhole)) {
    if (canBeCompensated(resolved)) return compensated(noted, target)
    return { ...noted, limitations: [...noted.limitations, UNREAD] }
  }
  if (!hasFailed(resolved.verdict)) return noted
  // Evaluate as if the objects named by the exceptions did not fail: whatever still fails is not covered.
  const without = (chosen: readonly Exception[]): Outcome =>
    resolve(readings.map((reading) => withoutExcepted(reading, chosen)))
  const remaining = without(compensating)
  if (holds(remaining.verdict)) return compensated(noted, target)
  if (isUnknown(remaining.verdict)) {
    const { awaitsAnswer: _, ...known } = noted
    return { ...known, ...remaining, limitations: [...remaining.limitations, ...expired.map(formatExpired), REMAINS] }
  }
  if (active.some(isWhole) || !hasFailed(without(active).verdict)) return accepted(noted)
  return noted
}

const isWhole = ({ object }: Exception): boolean => object === undefined

function compensated({ awaitsAnswer: _, ...outcome }: Outcome, target: number): Outcome {
  const level = Math.max(outcome.level?.min ?? 0, target)
  return {
    ...outcome,
    verdict: 'alternate',
    quality: 'poor',
    observed: `${outcome.observed} ${COMPENSATED}`,
    // A compensating control counts as the level that the target asks for.
    ...(outcome.level && { level: { min: level, max: level, known: level } }),
  }
}

function accepted(outcome: Outcome): Outcome {
  return { ...outcome, accepted: true, observed: `${outcome.observed} ${ACCEPTED}` }
}

/** The reading, or an effective one if every object that fails has an exception. */
function withoutExcepted(reading: Reading, exceptions: readonly Exception[]): Reading {
  const { verdict, allNamed, affected, critical: _, ...rest } = reading
  if (!hasFailed(verdict) || !allNamed || !affected || affected.total > affected.items.length) return reading
  const excepted = new Set(exceptions.flatMap(({ object }) => (object === undefined ? [] : [nameKey(object)])))
  const isExcepted = (name: string): boolean =>
    excepted.has(nameKey(name)) || excepted.has(nameKey(withoutDetail(name)))
  return affected.items.every(isExcepted) ? { ...rest, verdict: 'effective', kind: 'seen' } : reading
}

/** `PC-1` of `PC-1 (Windows 10 22H2)`: an exception may name the object with or without the detail. */
const withoutDetail = (name: string): string => name.replace(/ \([^()]*\)$/, '')

const nameKey = (name: string): string => name.trim().toLowerCase()

function toRecorded({ id: _, requirement: __, ...exception }: Exception): RecordedException {
  return exception
}

function formatExpired({ kind, object, expiresAt }: Exception): string {
  const what = kind === 'accepted-risk' ? 'An accepted risk' : 'A compensating control'
  return `${what}${object === undefined ? '' : ` for ${object}`} expired on ${expiresAt.slice(0, 10)} and no longer counts.`
}
