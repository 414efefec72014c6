import type { Selectable } from 'kysely'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { FindingProgress } from '../../../platform/database/tables.gen.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { Problem, type ProblemDetail } from '../../../shared/problem.ts'
import type { FindingProgressChange, Progress } from './schema.ts'

export type ProgressRow = Selectable<FindingProgress>

/** The content of a row, without its owner. */
export type ProgressState = Pick<
  ProgressRow,
  'status' | 'owner_id' | 'due_on' | 'changed_at' | 'changed_by' | 'read_at' | 'reopened_at'
>

/** How far ahead a repair may be planned. */
const MAX_AHEAD_MS = 3 * 366 * DAY_MS

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What the portal shows of a row, or of its absence. */
export function toProgress(row: ProgressState | undefined, now: Date): Progress {
  if (!row) return { status: 'open', isOverdue: false }
  const { status, owner_id, due_on, changed_at, changed_by, reopened_at } = row
  return {
    status,
    ...(owner_id !== null && { ownerId: owner_id }),
    ...(due_on !== null && { dueOn: due_on }),
    isOverdue: due_on !== null && due_on < dayOf(now),
    changedAt: changed_at,
    ...(changed_by !== null && { changedBy: changed_by }),
    ...(reopened_at !== null && { reopenedAt: reopened_at }),
  }
}

/** Throws MISSING_FIELD or INVALID_FIELD unless a planned repair has an owner and a day that is not over. */
export function validateProgress({ status, ownerId, dueOn }: FindingProgressChange, now: Date): void {
  if (status !== 'planned') return
  const missing = [ownerId === undefined && 'ownerId', dueOn === undefined && 'dueOn'].filter((name) => name !== false)
  if (missing.length > 0) throw refuse('MISSING_FIELD', missing, 'is required for a planned repair')
  // Where the person is, the day may have begun earlier or later than it does in UTC.
  const [earliest, latest] = [dayOf(new Date(now.getTime() - DAY_MS)), dayOf(new Date(now.getTime() + MAX_AHEAD_MS))]
  if (dueOn !== undefined && (dueOn < earliest || dueOn > latest))
    throw refuse('INVALID_FIELD', ['dueOn'], 'must be today or later, and at most three years ahead')
}

/** A refusal that names the fields at fault. */
export function refuse(code: 'MISSING_FIELD' | 'INVALID_FIELD', fields: readonly string[], says: string): Problem {
  const details = fields.map((field): ProblemDetail => ({ field, code, message: `${field} ${says}.` }))
  return new Problem(code, { message: details.map(({ message }) => message).join(' '), details })
}

/** The state that a person gives a finding. The person who repaired it stays named when it is done. */
export function setByPerson(
  before: ProgressState | undefined,
  { status, ownerId, dueOn }: FindingProgressChange,
  by: { personId: string; at: Date },
): ProgressState {
  const ownerOf = { open: null, planned: ownerId ?? null, done: before?.owner_id ?? by.personId }
  return {
    status,
    owner_id: ownerOf[status],
    due_on: status === 'planned' ? (dueOn ?? null) : null,
    changed_at: by.at,
    changed_by: by.personId,
    read_at: before?.read_at ?? null,
    reopened_at: before?.reopened_at ?? null,
  }
}

/** Whether two states are equal, apart from their author and time. */
export const isSameState = (one: ProgressState | undefined, other: ProgressState): boolean =>
  (one?.status ?? 'open') === other.status &&
  (one?.owner_id ?? null) === other.owner_id &&
  (one?.due_on ?? null) === other.due_on

/**
 * What a result shows for each requirement of its target. It is repaired if every applicable row is known to hold. A
 * row that became unknown or not applicable, or whose risk is accepted, proves nothing.
 */
export function outcomesOf({ requirements, target }: AssessmentResult): ReadonlyMap<string, 'finding' | 'repaired'> {
  const asked = requirements.filter(({ levels, severity }) => severity !== undefined || levels.includes(target))
  return new Map(
    [...Map.groupBy(asked, ({ id }) => id)].flatMap(([id, rows]): [string, 'finding' | 'repaired'][] => {
      if (rows.some(({ severity }) => severity !== undefined)) return [[id, 'finding']]
      const applicable = rows.filter(({ verdict }) => verdict !== 'not_applicable')
      const isRepaired = applicable.every(({ verdict }) => verdict === 'effective' || verdict === 'alternate')
      return applicable.length > 0 && isRepaired ? [[id, 'repaired']] : []
    }),
  )
}

/**
 * The state after a run: verified if the finding is gone; open again if it is found although it was verified, or was
 * done before the tenant was read. Undefined if nothing changes, for example because the reading is older than the
 * deciding one.
 */
export function setByRun(
  before: ProgressState,
  outcome: 'finding' | 'repaired' | undefined,
  { readAt, at }: { readAt: Date; at: Date },
): ProgressState | undefined {
  if (before.read_at !== null && before.read_at >= readAt) return undefined
  const decided = { ...before, due_on: null, changed_at: at, changed_by: null, read_at: readAt }
  if (outcome === 'repaired')
    return before.status === 'verified' ? undefined : { ...decided, status: 'verified', reopened_at: null }
  const isBack = before.status === 'verified' || (before.status === 'done' && before.changed_at < readAt)
  return outcome === 'finding' && isBack ? { ...decided, status: 'open', reopened_at: at } : undefined
}
