import { FRAMEWORKS } from '../../../engine/frameworks/catalogue.ts'
import { type JointAction, jointActionsOf } from '../../../engine/results/joint-actions.ts'
import { isTooLittleKnown } from '../../../shared/portal/enough-known.ts'
import { Problem } from '../../../shared/problem.ts'
import { withLogoBuffer } from '../../brands/rules.ts'
import { headline, whyTooLittle } from './executive-summary.ts'
import type { CombinedInput, ReportInput } from './input.ts'
import { withReadableDays } from './rows/dates.ts'
import { reachesTarget } from './rules.ts'
import { PARTS } from './words/several-frameworks.ts'

/** The overall result of all frameworks, in one sentence. It begins with those for which too little is known. */
export function jointConclusion({ parts, actions }: Pick<Parts, 'parts' | 'actions'>): string {
  const results = parts.map(({ result }) => result)
  const open = results.filter(isTooLittleKnown).length
  const met = results.filter(reachesTarget).length
  if (met === parts.length && actions.length === 0) return PARTS.met(parts.length)
  const findings = findingsOf(actions).size
  // As on the card of each framework, so that they add up.
  const critical = results.reduce((sum, result) => sum + result.critical, 0)
  if (open > 0)
    return PARTS.tooLittle(open, parts.length, findings > 0 ? PARTS.certain(critical, findings) : PARTS.nothingYet)
  return findings > 0 ? PARTS.verdict(met, parts.length, critical, findings) : PARTS.nothing
}

/** How many actions it takes, in one sentence; empty if none. */
export function jointWork(actions: readonly JointAction[]): string {
  if (actions.length === 0) return ''
  return PARTS.work(actions.length, findingsOf(actions).size, actions.filter(({ parts }) => parts.length > 1).length)
}

/** The findings of all frameworks that actions are about. */
const findingsOf = (actions: readonly JointAction[]): Set<string> =>
  new Set(
    actions.flatMap(({ parts }) =>
      parts.flatMap(({ result, action }) => action.findings.map(({ id }) => `${result.product} ${id}`)),
    ),
  )

/**
 * The result of each framework, in one sentence; one that repeats others names their frameworks. That too little is known
 * for a verdict is in the joint conclusion.
 */
export function conclusionsOf(parts: readonly ReportInput[]): Map<ReportInput, string> {
  const earlier = new Map<string, string[]>()
  return new Map(
    parts.map((part) => {
      const { result, customerName } = part
      const conclusion = isTooLittleKnown(result) ? whyTooLittle(result) : headline(result, customerName)
      const alike = earlier.get(conclusion) ?? []
      earlier.set(conclusion, [...alike, part.productName])
      if (alike.length === 0) return [part, conclusion]
      // The same number of critical weaknesses is not the same weaknesses.
      const isNumber = result.critical > 0 && !isTooLittleKnown(result)
      return [part, isNumber ? PARTS.alsoCritical(result.critical, alike) : PARTS.alike(conclusion, alike)]
    }),
  )
}

/** What a document is about: one framework, or several of one customer. */
export interface Parts {
  /** At least one. */
  parts: readonly ReportInput[]
  /** The one whose run completed last. */
  newest: ReportInput
  /** What to do about the findings of all of them. */
  actions: readonly JointAction[]
}

export function partsOf(reports: readonly ReportInput[]): Parts {
  const parts = reports.map(withReadableDays)
  return { parts, newest: newestPart({ parts }), actions: jointActionsOf(parts.map(({ result }) => result)) }
}

/** The part whose run completed last: its time is that of the report. */
export function newestPart({ parts }: Pick<CombinedInput, 'parts'>): ReportInput {
  const newest = parts.toSorted((a, b) => b.completedAt.localeCompare(a.completedAt))[0]
  if (!newest) throw new Error('a combined report has at least one part')
  return newest
}

/** Whether a part is of another day than the report, whose day stands at its top. */
export const isOtherDay = ({ completedAt }: ReportInput, { newest }: Pick<Parts, 'newest'>): boolean =>
  completedAt.slice(0, 10) !== newest.completedAt.slice(0, 10)

/** Ids of products, separated by commas, each once and in catalogue order. INVALID_PRODUCT for one that is not in the catalogue. */
export function toProducts(text: string): string[] {
  const asked = new Set(text.split(',').map((id) => id.trim()))
  const known = FRAMEWORKS.map(({ id }) => id).filter((id) => asked.delete(id))
  const [other] = asked
  if (other === undefined) return known
  throw new Problem('INVALID_PRODUCT', {
    message: `Product ${JSON.stringify(other.slice(0, 50))} not found: choose from ${FRAMEWORKS.map(({ id }) => id).join(', ')}.`,
  })
}

/** Like `withLogoBuffer`, for a report by several frameworks. */
export const withLogoBuffers = (report: CombinedInput): CombinedInput => ({
  ...withLogoBuffer(report),
  parts: report.parts.map(withLogoBuffer),
})
