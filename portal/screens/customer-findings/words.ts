import type { Reads } from '../../endpoints.ts'
import { formatDay } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'

export type Findings = Reads['/partner/customers/:id/findings/progress']
export type Finding = Findings['findings'][number]
export type Action = Findings['actions'][number]
export type Progress = Finding['progress']
export type Person = Reads['/team']['people'][number]

/** What the list can be limited to. */
export const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'planned', label: 'Planned' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'done', label: 'Marked as done' },
] as const

/** Whether a finding is in what the address asks for. */
export function isAsked(
  { severity, actions, progress: { status, isOverdue } }: Finding,
  asked: { status?: string | undefined; severity?: string | undefined; action?: string | undefined },
): boolean {
  const isStatus = asked.status === undefined || (asked.status === 'overdue' ? isOverdue : status === asked.status)
  return (
    isStatus &&
    (asked.severity === undefined || severity === asked.severity) &&
    (asked.action === undefined || actions.includes(asked.action))
  )
}

/** How far the repair of a finding is, in two words. */
export function progressWords({ status, isOverdue, reopenedAt }: Progress): { tone: Tone | 'dim'; words: string } {
  if (isOverdue) return { tone: 'bad', words: 'Overdue' }
  switch (status) {
    case 'open':
      return reopenedAt === undefined ? { tone: 'dim', words: 'Open' } : { tone: 'warn', words: 'Open again' }
    case 'planned':
      return { tone: 'info', words: 'Planned' }
    case 'done':
      return { tone: 'warn', words: 'Done, not verified' }
    case 'verified':
      return { tone: 'good', words: 'Verified' }
  }
}

/** Who repairs it, and until when; empty where nobody does. */
export function planWords({ status, ownerId, dueOn }: Progress, people: readonly Person[]): string {
  if (ownerId === undefined) return status === 'planned' && dueOn !== undefined ? `nobody, by ${formatDay(dueOn)}` : ''
  const name = people.find(({ id }) => id === ownerId)?.name ?? 'a former colleague'
  if (dueOn !== undefined) return `${name}, by ${formatDay(dueOn)}`
  return status === 'done' ? `by ${name}` : `was ${name}`
}

/** What a finding rests on. */
export const BASIS: Readonly<Record<NonNullable<Finding['basis']>, string>> = {
  seen: 'The tenant shows it',
  contrary: 'The tenant shows the opposite',
  absent: 'The tenant does not show it in place',
  blind: 'It could not be read',
  reported: 'People answered',
}

export const QUALITY: Readonly<Record<NonNullable<Finding['quality']>, string>> = {
  good: 'good evidence',
  fair: 'fair evidence',
  poor: 'an answer without evidence',
}

/** How many findings are in each state, for the line above the list. */
export function countProgress(findings: readonly Finding[]): {
  open: number
  planned: number
  overdue: number
  done: number
} {
  const count = (is: (progress: Progress) => boolean): number => findings.filter(({ progress }) => is(progress)).length
  return {
    open: count(({ status }) => status === 'open'),
    planned: count(({ status }) => status === 'planned'),
    overdue: count(({ isOverdue }) => isOverdue),
    done: count(({ status }) => status === 'done'),
  }
}
