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
 * The most useful next step: what keeps a run from reading the tenant comes first, then what is late, then the best repair, then
 * what would make more known.
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
  if (access.missingPermissions.length > 0) return { kind: 'permissions', names: access.missingPermissions }
  if (repairs.overdue > 0) return { kind: 'overdue', count: repairs.overdue }
  const [best] = assessed
    .flatMap(({ product, action }) => (action ? [{ product, action }] : []))
    .toSorted(
      (one, other) =>
        SEVERITIES.indexOf(one.action.severity) - SEVERITIES.indexOf(other.action.severity) ||
        (other.action.gain ?? 0) - (one.action.gain ?? 0),
    )
  if (best) return { kind: 'fix', ...best }
  for (const { product, unknown, asked } of assessed) {
    const questions = unknown?.by.find(({ kind }) => kind === 'question')
    if (questions)
      return { kind: 'answer', product, count: questions.count, rows: questions.rows, isAsked: asked !== undefined }
  }
  return { kind: 'nothing' }
}
