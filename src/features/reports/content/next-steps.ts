import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Action } from '../../../engine/results/actions.ts'
import { type Unknown, unknownsOf } from '../../../engine/results/unknowns.ts'
import { groupNames } from './requirements.ts'
import { gainText, UNKNOWN_WORDS } from './words/actions.ts'

/** One thing that would make more of a result known. */
export interface NextStep {
  title: string
  how: string
  effect: string
}

/** What would make the unknown part of a result known, what helps most first. */
export function nextSteps(result: AssessmentResult): NextStep[] {
  const unknowns = unknownsOf(result)
  const of = (kind: Unknown['kind']): Unknown[] => unknowns.filter((unknown) => unknown.kind === kind)
  const rowsOf = (its: readonly Unknown[]): number => its.reduce((sum, { rows }) => sum + rows, 0)
  const effectOf = (rows: number): string => (rows > 0 ? UNKNOWN_WORDS.resolves(rows) : UNKNOWN_WORDS.helps)
  const { consent, consentHow, licence, licenceHow, questions, questionsHow, reading } = UNKNOWN_WORDS
  const permissions = result.missingPermissions ?? []
  const [asked, unread, refused] = [of('question'), of('reading'), of('permission')]
  const missing = Math.max(permissions.length, refused.length)
  const steps: (NextStep & { rows: number })[] = [
    ...(missing > 0
      ? [
          {
            title: consent(missing),
            how: consentHow,
            rows: rowsOf(refused),
            effect: effectOf(rowsOf(refused)),
          },
        ]
      : []),
    ...(asked.length > 0
      ? [{ title: questions(asked.length), how: questionsHow, rows: rowsOf(asked), effect: effectOf(rowsOf(asked)) }]
      : []),
    ...of('licence').map((one, index) => ({
      title: licence(one.name),
      how: index === 0 ? licenceHow : '',
      rows: one.rows,
      effect: effectOf(one.rows),
    })),
    ...(rowsOf(unread) > 0
      ? [{ title: reading(rowsOf(unread)), how: '', rows: rowsOf(unread), effect: effectOf(rowsOf(unread)) }]
      : []),
  ]
  return steps.toSorted((a, b) => b.rows - a.rows)
}

/** What an action adds by itself, in words; empty if that is nothing or not known. */
export function gainOf({ gain }: Action, result: AssessmentResult): string {
  if (!gain) return ''
  const nameOf = groupNames(result)
  const groups = gain.groups.map(({ id, to }) => ({ name: nameOf(id), to }))
  return gainText({ score: gain.score, groups, ...(gain.level && { level: gain.level }) })
}
