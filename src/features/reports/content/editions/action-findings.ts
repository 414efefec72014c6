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
import { type Words, wordsText } from '../words/references.ts'
import {
  type FindingPlace,
  type FoundOnce,
  findingNote,
  findingPlace,
  foundOnce,
  foundWords,
  placeIn,
  referenceTo,
} from './action-texts.ts'

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
export function stateAgain(once: Once, findings: readonly ActionFinding[], number: number): void {
  if (findings.some((finding) => isNews(once, finding, number))) return
  const rank = ({ severity }: Priority): number => SEVERITIES.indexOf(severity)
  const [own] = findings.toSorted((one, other) => (one.actions ?? 1) - (other.actions ?? 1) || rank(one) - rank(other))
  if (!own) return
  once.forget(own.statement)
  once.forget(foundIn(own))
}

/** Whether the action says what was found by itself. Of a mere answer, the statement says what it is about. */
function isNews(once: Once, finding: Priority, number: number): boolean {
  const found = foundIn(finding)
  return found === '' ? once.isNew(finding.statement) : once.isNewIn(found, placeIn({ number, ids: [finding.id] }))
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
    const place = { number, ids: same.map(({ id }) => id) }
    const found = foundOnce(once, text, place)
    return [{ text, found, place, first, findings: same.flatMap((finding) => titles.get(finding) ?? []) }]
  })
  const [first, ...others] = byText
  const common = first && others.length > 0 && first.found.text === first.text && withoutEffect(first.text)
  const isNew = others.every(({ text, found }) => found.text.startsWith(sentencesOf(text)[0] ?? text))
  const written =
    first && common && isNew
      ? [
          {
            ...first,
            found: { text: ACTION_WORDS.eachFound(common), elsewhere: [] },
            findings: [...titles.values()],
          },
        ]
      : byText
  return written.map(({ found, place, first: { affected }, findings }) => {
    const own = { ...found, text: withoutListed(found.text, affected) }
    return {
      findings,
      found: isDescribed(findings, own) ? [] : foundWords(own, place),
      ...namesOnce(once, own, affected, place),
    }
  })
}

/** Whether what was found stands where the titles say already that the findings are described. */
const isDescribed = (findings: readonly FindingTitle[], { text, elsewhere: [only, ...others] }: FoundOnce): boolean =>
  text === '' &&
  only !== undefined &&
  others.length === 0 &&
  findings.every(
    ({ id, described }) =>
      only.ids.includes(id) && wordsText(described) === wordsText(ACTION_WORDS.describedIn(only.number)),
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
  const place = { number, ids: [id] }
  const { text, elsewhere } = once.take(statement, placeIn(place))
  const [stated] = elsewhere
  return {
    id,
    answered: answerWords(finding, given?.answer),
    statement: text,
    described: text === '' && stated !== undefined ? describedAt(findingPlace(stated), place) : [],
    note: findingNote(once, given?.note ?? '', { id, number }),
  }
}

function describedAt(stated: FindingPlace, place: FindingPlace): Words {
  const reference = referenceTo(stated, place)
  const { id, of } = reference
  return of !== undefined && place.ids.includes(id)
    ? ACTION_WORDS.describedIn(of)
    : ACTION_WORDS.describedWith(reference)
}

/** An answer that a reading overrules is named by itself where the action is about what people find missing, which no reading shows. */
function answerWords(finding: ActionFinding, answer: string | undefined): string {
  const overruling = overrulingOf(finding)
  if (overruling && (answer === undefined || foundIn(finding) !== ''))
    return ACTION_WORDS.overruled(overruling.shown, overruling.answer)
  if (answer === undefined) return ''
  return finding.isMet ? ACTION_WORDS.answeredForRest(answer) : ACTION_WORDS.answered(answer)
}

/** The names that the text lacks, or a reference if the same names stand elsewhere. */
function namesOnce(
  once: Once,
  { text, elsewhere }: FoundOnce,
  affected: Priority['affected'],
  place: FindingPlace,
): Pick<FoundTogether, 'names' | 'sameNames'> {
  if (!affected || affected.total === 0 || isAllNamed(text, affected)) return { names: undefined, sameNames: [] }
  const listed = once.namesAt(affected.items, placeIn(place))
  if (listed === undefined) return { names: affected, sameNames: [] }
  const isSameAsFound = text === '' && elsewhere.some((each) => placeIn(each) === listed)
  if (isSameAsFound) return { names: undefined, sameNames: [] }
  const other = referenceTo(findingPlace(listed), place)
  return { names: undefined, sameNames: ACTION_WORDS.sameAffected(affectedCount(affected), other) }
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
