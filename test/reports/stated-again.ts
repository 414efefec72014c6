import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { jointActionsOf } from '../../src/engine/results/joint-actions.ts'
import type { Priority } from '../../src/engine/results/priorities.ts'
import { foundIn } from '../../src/features/reports/content/editions/action-findings.ts'
import { actionsByGroup } from '../../src/features/reports/content/editions/technical.ts'
import { foundText } from '../../src/features/reports/content/requirements.ts'
import { alsoShown } from '../../src/features/reports/content/rows/also-shown.ts'
import { isDependent } from '../../src/features/reports/content/rows/dependent.ts'
import { withoutListed } from '../../src/features/reports/content/rows/named.ts'
import { rowsToReview } from '../../src/features/reports/content/rows/reviews.ts'
import { reviewReasons, unknownKinds } from '../../src/features/reports/content/unknowns.ts'
import { sentencesOf } from '../../src/shared/text/sentences.ts'

/**
 * What a technical edition may say again: sentences about findings of actions of which the actions before them say
 * everything that was found.
 */
export function statedAgain(results: readonly AssessmentResult[]): Set<string> {
  const [seen, again] = [new Set<string>(), new Set<string>()]
  const groups = actionsByGroup(
    jointActionsOf(results),
    results.map((result) => ({ result, productName: result.product })),
  )
  for (const [, { findings }] of groups.flatMap(({ actions }) => actions)) {
    const found = findings.flatMap((finding) => sentencesOf(foundIn(finding) || finding.statement))
    const all = findings.flatMap(sentencesAbout)
    const isKnown = (sentence: string): boolean => seen.has(sentence) || isDependent(sentence) || isShort(sentence)
    if (found.every(isKnown)) for (const sentence of all) again.add(sentence)
    for (const sentence of all) seen.add(sentence)
  }
  return again
}

const sentencesAbout = (finding: Priority): string[] =>
  [finding.statement, foundIn(finding), withoutListed(foundIn(finding), finding.affected)].flatMap(sentencesOf)

const isShort = (sentence: string): boolean => sentence.split(' ').length < 4

/** What findings of actions may say again: what no finding says that says nothing else. Another test is about their references. */
export const statedInActions = (results: readonly AssessmentResult[]): Set<string> =>
  new Set([
    ...jointActionsOf(results)
      .flatMap(({ findings }) => findings)
      .flatMap((finding) => [foundIn(finding), withoutListed(foundIn(finding), finding.affected)])
      .flatMap(sentencesOf),
    ...factsIn(results),
  ])

/** An action is carried out by itself, so it has its own facts. */
const factsIn = (results: readonly AssessmentResult[]): string[] =>
  jointActionsOf(results).flatMap(({ remedy }) =>
    remedy ? [remedy.licence, remedy.usersNotice, remedy.verified].flatMap(sentencesOf) : [],
  )

/** What rows of a full edition may say again: what no row says that says nothing else. Another test is about their references. */
export const statedInRows = (results: readonly AssessmentResult[]): Set<string> =>
  new Set([...results.flatMap(textsOfRows).flatMap(sentencesOf), ...factsIn(results)])

function textsOfRows(result: AssessmentResult): string[] {
  const rows = result.requirements
  const kinds = unknownKinds(result).flatMap(({ reasons }) => reasons)
  const reasons = [...kinds, ...reviewReasons(rowsToReview(result))].map(([reason]) => reason)
  return [...reasons, ...rows.flatMap((row) => [foundText(row), alsoShown(row), row.hint ?? '', row.expected])]
}
