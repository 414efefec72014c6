import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { JointAction } from '../../../engine/results/joint-actions.ts'
import { rowsHelped, rowsThatNeedOnlyPermissions, type Unknown, unknownsOf } from '../../../engine/results/unknowns.ts'
import { isTooLittleKnown } from '../../../shared/portal/enough-known.ts'
import type { Framed } from './input.ts'
import { groupNames } from './requirements.ts'
import { missingPermissionsOf } from './rules.ts'
import { ACTION_WORDS, UNKNOWN_WORDS } from './words/actions.ts'
import { gainWords, otherActions } from './words/gains.ts'
import type { Words } from './words/references.ts'

/** One thing that would make more of a result known. */
export interface NextStep {
  kind: Unknown['kind']
  title: string
  how: string
  effect: string
}

/** In place of a list of actions that is empty: with the first step, where a list of such steps does not stand above it. */
export function noActions(results: readonly AssessmentResult[]): string {
  if (results.every(({ coverage }) => coverage >= 1)) return ACTION_WORDS.nothing
  const [step] = results.some(isTooLittleKnown) ? [] : nextSteps(results)
  return step ? `${ACTION_WORDS.nothingYet} ${ACTION_WORDS.instead(step.title, step.effect)}` : ACTION_WORDS.nothingYet
}

/**
 * What would resolve the unknowns in results of one tenant. Permissions come first, because granting them takes minutes and saves
 * answers; the most useful of the others follows.
 */
export function nextSteps(results: readonly AssessmentResult[]): NextStep[] {
  const unknowns = results.flatMap((result) => unknownsOf(result))
  const of = (kind: Unknown['kind']): Unknown[] => unknowns.filter((unknown) => unknown.kind === kind)
  const { approval, approvalHow, licence, licenceHow, questions, questionsHow, reading } = UNKNOWN_WORDS
  const [asked, unread] = [of('question'), of('reading')]
  const missing = missingPermissionsOf(results).length
  const refused = results.reduce((sum, result) => sum + rowsThatNeedOnlyPermissions(result), 0)
  const helpedBy = (its: readonly Unknown[]): number =>
    results.reduce((sum, result) => sum + rowsHelped(result, its), 0)
  const steps = [
    missing > 0 && step('permission', approval(missing), approvalHow, refused, helpedBy(of('permission'))),
    asked.length > 0 &&
      step('question', questions(asked.length), questionsHow(questionAreas(results)), rowsOf(asked), 0),
    ...[...Map.groupBy(of('licence'), ({ name }) => name)].map(([name, its], index) =>
      step('licence', licence(name), index === 0 ? licenceHow : '', rowsOf(its), helpedBy(its)),
    ),
    rowsOf(unread) > 0 && step('reading', reading(rowsOf(unread)), '', rowsOf(unread), 0),
  ].filter((one) => one !== false)
  return steps.toSorted((a, b) => Number(isQuick(b)) - Number(isQuick(a)) || b.rows - a.rows)
}

/** Whether it takes minutes and helps with something. */
const isQuick = ({ kind, rows, helped }: Counted): boolean => kind === 'permission' && rows + helped > 0

/** A step with how many rows it makes known, and how many others it helps with. */
interface Counted extends NextStep {
  rows: number
  helped: number
}

const rowsOf = (its: readonly Unknown[]): number => its.reduce((sum, { rows }) => sum + rows, 0)

const step = (kind: Unknown['kind'], title: string, how: string, rows: number, helped: number): Counted => ({
  kind,
  title,
  how,
  rows,
  helped,
  effect: rows > 0 ? UNKNOWN_WORDS.resolves(rows) : UNKNOWN_WORDS.helps(helped),
})

/** As many areas as fit in a sentence. */
const AREAS_SHOWN = 6

/** What the open questions are about, the largest areas first: `Govern (24)`; the others as one number. */
export function questionAreas(results: readonly AssessmentResult[]): string[] {
  const areas = results.flatMap((result) => {
    const asked = new Set(
      unknownsOf(result).flatMap(({ kind, requirement }) => (kind === 'question' ? requirement : [])),
    )
    return result.groups.flatMap(({ id, name }) => {
      const count = result.requirements.filter((row) => row.group === id && asked.delete(row.id)).length
      return count > 0 ? [{ name, count }] : []
    })
  })
  const sorted = areas.toSorted((a, b) => b.count - a.count)
  const shown = sorted.slice(0, sorted.length > AREAS_SHOWN + 1 ? AREAS_SHOWN : sorted.length)
  const rest = sorted.slice(shown.length).reduce((sum, { count }) => sum + count, 0)
  return [
    ...shown.map(({ name, count }) => UNKNOWN_WORDS.inArea(name, count)),
    ...(rest > 0 ? [UNKNOWN_WORDS.otherAreas(rest)] : []),
  ]
}

/** What an action adds by itself, or which actions do a part of it, in words. */
export interface GainText {
  /** `Gain`, or `Gain in NIST CSF` where there are several frameworks; or what comes before actions that do a part. */
  term: string
  text: Words
}

/**
 * What an action adds by itself in each framework, without those where that is nothing or not known; then the actions that do
 * a part of it in Microsoft 365.
 */
export function gainsText(
  { parts, ways }: JointAction,
  about: readonly Framed[],
  numberOf: (id: string) => number | undefined,
): GainText[] {
  const gains = parts.flatMap(({ result, action }) => {
    const text = gainWords(action, groupNames(result), numberOf)
    const name = about.length > 1 ? about.find((one) => one.result === result)?.productName : undefined
    return text.length === 0 ? [] : [{ term: name === undefined ? ACTION_WORDS.gain : ACTION_WORDS.gainIn(name), text }]
  })
  return ways.length === 0 ? gains : [...gains, { term: ACTION_WORDS.ways, text: otherActions(ways, numberOf) }]
}
