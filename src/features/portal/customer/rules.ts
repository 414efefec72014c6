import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Action } from '../../../engine/results/actions.ts'
import {
  permissionsToGrant,
  rowsThatNeedOnlyPermissions,
  unknownRows,
  unknownsOf,
} from '../../../engine/results/unknowns.ts'
import type { ProductState, Unknown } from './schema.ts'

/** How many things that would make requirements known are listed. */
const MAX_UNKNOWNS = 6

/** How much of a result is unknown, and what would make it known; questions are one thing together, and so are permissions. */
export function summarizeUnknown(result: AssessmentResult): NonNullable<ProductState['unknown']> {
  const rows = unknownRows(result)
  const found = unknownsOf(result)
  const questions = found.filter(({ kind }) => kind === 'question')
  const others = found.filter(({ kind, rows }) => kind !== 'question' && kind !== 'permission' && rows > 0)
  const [first] = questions
  const permissions = permissionsToGrant(result)
  const [permission] = permissions
  const unlocked = rowsThatNeedOnlyPermissions(result)
  const by: Unknown[] = [
    ...others.map(({ kind, name, rows }) => ({ kind, name, rows, count: 1 })),
    ...(permission !== undefined && unlocked > 0
      ? [{ kind: 'permission' as const, name: permission, rows: unlocked, count: permissions.length }]
      : []),
    ...(first
      ? [
          {
            kind: 'question' as const,
            name: first.name,
            rows: questions.reduce((sum, each) => sum + each.rows, 0),
            count: questions.length,
          },
        ]
      : []),
  ]
  return { rows: rows.length, by: by.toSorted((a, b) => order(a) - order(b) || b.rows - a.rows).slice(0, MAX_UNKNOWNS) }
}

/** As in the reports: permissions take minutes. */
const order = ({ kind }: Unknown): number => (kind === 'permission' ? 0 : 1)

/** The action that is listed first in the reports. */
export const showAction = ({ id, title, severity, effort, gain }: Action): NonNullable<ProductState['action']> => ({
  ...{ id, title, severity },
  ...(effort && { effort }),
  ...(gain && { gain: Math.round(gain.score * 10) / 10 }),
})
