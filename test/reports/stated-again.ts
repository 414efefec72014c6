import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { jointActionsOf } from '../../src/engine/results/joint-actions.ts'
import type { Priority } from '../../src/engine/results/priorities.ts'
import { foundIn } from '../../src/features/reports/content/editions/action-findings.ts'
import { actionsByGroup } from '../../src/features/reports/content/editions/technical.ts'
import { foundText } from '../../src/features/reports/content/requirements.ts'
import { alsoShown } from '../../src/features/reports/content/rows/also-shown.ts'
import { isDependent, statementsOf } from '../../src/features/reports/content/rows/dependent.ts'
import { withoutListed } from '../../src/features/reports/content/rows/named.ts'
import { unknownKinds } from '../../src/features/reports/content/unknowns.ts'
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

/**
 * What rows may say again: a sentence that is followed by others about it than elsewhere, and one that a section gives as the reason
 * of another requirement.
 */
export function statedInRows(results: readonly AssessmentResult[]): Set<string> {
  const reasons = results
    .flatMap((result) => unknownKinds(result).flatMap((kind) => kind.reasons))
    .map(([reason]) => reason)
  const rows = results.flatMap(({ requirements }) => requirements)
  const texts = [...reasons, ...rows.flatMap((row) => [foundText(row), alsoShown(row), row.hint ?? ''])]
  const heads = Map.groupBy(texts.flatMap(statementsOf), ({ head }) => head)
  const followedByOthers = [...heads].flatMap(([head, its]) =>
    new Set(its.map(({ dependents }) => dependents.join(' '))).size > 1 ? [head] : [],
  )
  return new Set([...reasons.flatMap(sentencesOf), ...followedByOthers])
}
