import { overrulingOf, splitAnswer, withoutInvitations } from '../../../../engine/evaluation/answer-notes.ts'
import { withoutEffect } from '../../../../engine/readers/intune/without-effect.ts'
import type { ActionFinding } from '../../../../engine/results/actions.ts'
import type { Priority } from '../../../../engine/results/priorities.ts'
import { sentencesOf } from '../../../../shared/text/sentences.ts'
import type { Once } from '../once.ts'
import { isAllNamed, withoutListed } from '../rows/named.ts'
import { affectedCount } from '../rows/named-alike.ts'
import { SEVERITIES } from '../rules.ts'
import { ACTION_WORDS } from '../words/actions.ts'
import { CONTROLS } from '../words/controls.ts'
import { toPlainText } from '../words/plain-text.ts'
import { referenceText, type Words, wordsText } from '../words/references.ts'
import { findingNote, foundOnce, placeIn, referenceTo } from './action-texts.ts'

/** Findings of one action about which the same was found, which is stated once. */
export interface FoundTogether {
  findings: readonly FindingTitle[]
  /** What was found; empty if that is only what people answered. */
  found: Words
  /** Who is affected; undefined if the text names all of them, or a list elsewhere. */
  names: Priority['affected']
  /** Refers to a list with the same names. */
  sameNames: Words
}

/** What an action says of one of its findings by itself. */
export interface FindingTitle {
  id: string
  /** As in `(answer: level 1)`, with what counts instead, if anything does; empty if nobody answered. */
  answered: string
  /** Empty if it stands elsewhere. */
  statement: string
  /** Where the statement stands instead. */
  described: Words
  /** What people wrote about their answer. */
  note: string
}

/**
 * Sees to it that an action says what is wrong, because it is read by itself: if other actions have said all that was found,
 * one of its findings is stated again: that which the fewest actions resolve, because it is about this one the most; of several the
 * worst. Before its findings are written.
 */
export function stateAgain(once: Once, findings: readonly ActionFinding[]): void {
  if (findings.some((finding) => isNews(once, finding))) return
  const rank = ({ severity }: Priority): number => SEVERITIES.indexOf(severity)
  const [own] = findings.toSorted((one, other) => (one.actions ?? 1) - (other.actions ?? 1) || rank(one) - rank(other))
  if (!own) return
  once.forget(own.statement)
  once.forget(foundIn(own))
}

/** Whether something was found that the document has not said yet. Of a mere answer, the statement says what it is about. */
function isNews(once: Once, finding: Priority): boolean {
  const found = foundIn(finding)
  return once.isNew(found === '' ? finding.statement : found)
}

/** What was found, without what people answered or could answer; where that is nothing, what hints show beside the answer. */
export function foundIn({ observed, invites, hint = '' }: Priority): string {
  const found = toPlainText(withoutInvitations(splitAnswer(observed).text, invites))
  return found === '' ? toPlainText(hint) : found
}

/** The findings of an action in the order of the worst, those about which the same was found together. */
export function findingsOnce(once: Once, findings: readonly ActionFinding[], number: number): FoundTogether[] {
  const together = Map.groupBy(findings, (finding) => {
    const found = foundIn(finding)
    return found === '' ? finding.id : JSON.stringify([withoutEffect(found) ?? found, finding.affected])
  })
  return withSameWords([...together.values()].flatMap((its) => foundTogether(once, its, number)))
}

/** Findings about which the same was found, of each what it is about; where a part of that is not new, each by itself. */
function foundTogether(once: Once, its: readonly ActionFinding[], number: number): FoundTogether[] {
  const titles = new Map(its.map((finding) => [finding, titleOnce(once, finding, number)]))
  const byText = [...Map.groupBy(its, foundIn)].flatMap(([text, same]) => {
    const [first] = same
    if (!first) return []
    const found = foundOnce(once, text, { id: first.id, number })
    return [{ text, found, first, findings: same.flatMap((finding) => titles.get(finding) ?? []) }]
  })
  const [first, ...others] = byText
  const common = first && others.length > 0 && wordsText(first.found) === first.text && withoutEffect(first.text)
  const isNew = others.every(({ text, found }) => wordsText(found).startsWith(sentencesOf(text)[0] ?? text))
  const written =
    first && common && isNew
      ? [{ ...first, found: [ACTION_WORDS.eachFound(common)], findings: [...titles.values()] }]
      : byText
  return written.map(({ found, first: one, findings }) => {
    const words = isDescribed(findings, found) ? [] : withoutListedNames(found, one.affected)
    return { findings, found: words, ...namesOnce(once, words, one, number) }
  })
}

/** Whether what was found stands where the titles say already that the findings are described. */
const isDescribed = (findings: readonly FindingTitle[], found: Words): boolean =>
  findings.every(({ described }) =>
    described.some(
      (part) => typeof part !== 'string' && wordsText(found) === `${wordsText(ACTION_WORDS.asAction(part))}.`,
    ),
  )

/** Findings of which a document says the same, such as a mere reference, are one entry. */
function withSameWords(all: readonly FoundTogether[]): FoundTogether[] {
  const byWords = Map.groupBy(all, (together) => {
    const { found, names, sameNames } = together
    return names || found.length === 0 ? together : JSON.stringify([found, sameNames])
  })
  return [...byWords.values()].flatMap((its) => {
    const [first] = its
    return first ? [{ ...first, findings: its.flatMap(({ findings }) => findings) }] : []
  })
}

/** What is new about a finding, and references to the rest: to findings of the same action by their ids, to others by their number. */
function titleOnce(once: Once, finding: ActionFinding, number: number): FindingTitle {
  const { id, statement, observed } = finding
  const { given } = splitAnswer(toPlainText(observed))
  const { text, elsewhere } = once.take(statement, placeIn(number, id))
  const [stated] = elsewhere
  return {
    id,
    answered: answerWords(finding, given?.answer),
    statement: text,
    described: text === '' && stated !== undefined ? ACTION_WORDS.described(referenceTo(stated, number)) : [],
    note: findingNote(once, given?.note ?? '', { id, number }),
  }
}

/** An answer that a reading overrules is named by itself where the action is about what people find missing, which no reading shows. */
function answerWords(finding: ActionFinding, answer: string | undefined): string {
  const overruling = overrulingOf(finding.contradiction)
  if (overruling && (answer === undefined || foundIn(finding) !== ''))
    return ACTION_WORDS.overruled(overruling.shown, overruling.answer)
  if (answer === undefined) return ''
  return finding.isMet ? ACTION_WORDS.answeredForRest(answer) : ACTION_WORDS.answered(answer)
}

const withoutListedNames = (words: Words, affected: Priority['affected']): Words =>
  words.map((part) => (typeof part === 'string' ? withoutListed(part, affected) : part))

/** The names that the text lacks, or a reference if the same names stand elsewhere. */
function namesOnce(
  once: Once,
  found: Words,
  { id, affected }: Priority,
  number: number,
): Pick<FoundTogether, 'names' | 'sameNames'> {
  const text = found.filter((part) => typeof part === 'string').join('')
  if (!affected || affected.total === 0 || isAllNamed(text, affected)) return { names: undefined, sameNames: [] }
  const listed = once.namesAt(affected.items, placeIn(number, id))
  if (listed === undefined) return { names: affected, sameNames: [] }
  const place = referenceTo(listed, number)
  const isSameAsFound = found.some((part) => typeof part !== 'string' && referenceText(part) === referenceText(place))
  if (isSameAsFound && text === `${ACTION_WORDS.asFor('')} .`) return { names: undefined, sameNames: [] }
  return { names: undefined, sameNames: ACTION_WORDS.sameAffected(affectedCount(affected), place) }
}

/** How a finding became worse. */
export interface Decline {
  /** When it was better, in ISO 8601 UTC. */
  since: string
  /** Whether only an answer lowered it: the tenant shows the same as before. */
  byAnswer: boolean
}

/** How findings of an action became worse, in words; `dayOf` writes a day in ISO 8601 UTC. */
export function declineWords(
  findings: readonly Priority[],
  declines: ReadonlyMap<string, Decline> | undefined,
  dayOf: (iso: string) => string,
): { words: string; byAnswer: boolean }[] {
  const ids = [...new Set(findings.map(({ id }) => id))]
  const declined = ids.flatMap((id) => {
    const decline = declines?.get(id)
    return decline ? [{ id, ...decline }] : []
  })
  const together = Map.groupBy(declined, ({ since, byAnswer }) => (byAnswer ? '' : since))
  return [...together].map(([since, its]) => {
    const [first] = its
    const which =
      its.length === ids.length || !first ? '' : its.length === 1 ? first.id : ACTION_WORDS.findings(its.length)
    return since === ''
      ? { words: CONTROLS.loweredByAnswer(which), byAnswer: true }
      : { words: CONTROLS.worseThan(dayOf(since), which), byAnswer: false }
  })
}

/** What else may do what an action asks for, each once, with the findings that it is about if these are not all. */
export function otherMeans(findings: readonly Priority[]): string[] {
  const all = new Set(findings.map(({ id }) => id))
  const means = findings.flatMap(({ id, invites = [] }) => invites.map(({ another }) => ({ id, another })))
  return [...Map.groupBy(means, ({ another }) => another)].map(([another, its]) => {
    const ids = [...new Set(its.map(({ id }) => id))]
    return ACTION_WORDS.otherMeans(another, ids.length < all.size ? ids : [])
  })
}
