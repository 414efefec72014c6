import { isTooLittleKnown } from '../../../src/shared/portal/enough-known.ts'
import { type Overview, type ProductState, SEVERITIES } from './words.ts'

/** What to do next about a customer: exactly one thing. */
export type NextStep =
  | { kind: 'approve'; isAsked: boolean }
  | { kind: 'start'; product: string }
  | { kind: 'failed'; product: string; code: string; message: string }
  | { kind: 'permissions'; names: readonly string[] }
  | { kind: 'overdue'; count: number }
  | { kind: 'fix'; product: string; action: NonNullable<ProductState['action']> }
  | { kind: 'answer'; product: string; count: number; rows: number; isAsked: boolean }
  | { kind: 'nothing' }

/**
 * The most useful next step. What prevents a run comes first, then, where too little is known, what would make more known; then what
 * is late, the best repair, and what would make the rest known. The reports begin with the same step.
 */
export function nextStepOf({ access, products, repairs }: Overview): NextStep {
  if (!access.isApproved) return { kind: 'approve', isAsked: access.linkEndsAt !== undefined }
  const failed = products.find((product) => product.failed)
  if (failed?.failed) {
    const { code, message } = failed.failed
    return { kind: 'failed', product: failed.product, code, message }
  }
  const included = products.filter(({ isIncluded }) => isIncluded)
  const assessed = products.filter(({ trend }) => trend.length > 0)
  const [first] = included
  if (assessed.length === 0) return first ? { kind: 'start', product: first.product } : { kind: 'nothing' }
  const toKnow = stepToKnow(access.missingPermissions, assessed)
  if (toKnow && assessed.some(isLittleKnown)) return toKnow
  if (repairs.overdue > 0) return { kind: 'overdue', count: repairs.overdue }
  const [best] = assessed
    .flatMap(({ product, action }) => (action ? [{ product, action }] : []))
    .toSorted(
      (one, other) =>
        SEVERITIES.indexOf(one.action.severity) - SEVERITIES.indexOf(other.action.severity) ||
        (other.action.gain ?? 0) - (one.action.gain ?? 0),
    )
  if (best) return { kind: 'fix', ...best }
  return toKnow ?? { kind: 'nothing' }
}

const isLittleKnown = ({ trend }: ProductState): boolean => {
  const newest = trend.at(-1)
  return newest !== undefined && isTooLittleKnown(newest)
}

/** What would make more known: permissions first, because granting them takes minutes, then answers about what is known least. */
function stepToKnow(missing: readonly string[], assessed: readonly ProductState[]): NextStep | undefined {
  if (missing.length > 0) return { kind: 'permissions', names: missing }
  const sorted = assessed.toSorted((one, other) => Number(isLittleKnown(other)) - Number(isLittleKnown(one)))
  for (const { product, unknown, asked } of sorted) {
    const questions = unknown?.by.find(({ kind }) => kind === 'question')
    if (questions)
      return { kind: 'answer', product, count: questions.count, rows: questions.rows, isAsked: asked !== undefined }
  }
  return undefined
}
