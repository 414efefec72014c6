import type { Unknown } from '../../../src/features/portal/customer/schema.ts'
import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import type { Json } from '../../json.ts'
import { spanWords } from '../../parts/span-words.ts'
import type { Tone } from '../../parts/tone.ts'

export type Overview = Reads['/partner/customers/:id/overview']
export type ProductState = Overview['products'][number]
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export const SEVERITY: Readonly<Record<Severity, { tone: Tone | 'dim'; word: string }>> = {
  critical: { tone: 'bad', word: 'Critical' },
  high: { tone: 'warn', word: 'High' },
  medium: { tone: 'info', word: 'Medium' },
  low: { tone: 'dim', word: 'Low' },
}

export const EFFORT = { minutes: 'Minutes', hours: 'Hours', days: 'Days', project: 'A project' } as const

/** The score of a run as a span. */
export const scoreWords = ({ score, scoreCeiling }: { score: number; scoreCeiling: number }): string =>
  spanWords(score, scoreCeiling)

/** What would make unknown requirements known, and how many of them. */
export function unknownWords({ kind, name, count, rows }: Json<Unknown>): string {
  const makes = `makes ${plural(rows, 'requirement')} known`
  switch (kind) {
    case 'permission':
      return `The permission ${name} ${makes}.`
    case 'licence':
      return `${name} ${makes}.`
    case 'question':
      return `${plural(count, 'answer')} of the customer ${count === 1 ? 'makes' : 'make'} ${plural(rows, 'requirement')} known.`
    case 'reading':
      return `${plural(rows, 'requirement')} could not be read: ${name}`
  }
}

/** `+3.5 points`. */
export const gainWords = (gain: number): string => `+${formatNumber(gain)} ${gain === 1 ? 'point' : 'points'}`

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
