import { isFailedReading } from '../../../engine/datasets/reading.ts'
import { type GivenAnswer, splitAnswer } from '../../../engine/evaluation/answer-notes.ts'
import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import { isMetInTenant } from '../../../engine/results/causes.ts'
import { sentencesOf } from '../../../shared/text/sentences.ts'
import { noteOnce, type Once } from './once.ts'
import { givenAnswer } from './rows/given-answer.ts'
import { levelsText } from './rows/levels.ts'
import { lessText } from './rows/reviews.ts'
import { groupLevelText, levelText, scoringOf } from './rules.ts'
import { STATE_WORDS } from './words/controls.ts'
import { capitalize } from './words/language.ts'
import { ROW } from './words/rows.ts'

/** In the order in which they are explained. */
export const VERDICTS: readonly Verdict[] = [
  'effective',
  'partial',
  'ineffective',
  'alternate',
  'not_applicable',
  'no_visibility',
  'not_licensed',
  'not_assessed',
]

/** Names of groups by their ids; an unknown id is its own name. */
export function groupNames({ groups }: AssessmentResult): (id: string) => string {
  const names = new Map(groups.map((group) => [group.id, group.name]))
  return (id) => names.get(id) ?? id
}

/**
 * What a reader does with a row, in this order. `accepted` are failed rows with an accepted risk, `outside` those that the
 * target does not ask for.
 */
export const ROW_STATES = ['failed', 'accepted', 'unknown', 'inPlace', 'outside'] as const

export type RowState = (typeof ROW_STATES)[number]

/** The rows of one group by what a reader does with them, in the order of the result. */
export type SortedRows = Record<RowState, RequirementResult[]>

/** What a row that the target does not ask for means for a higher level: it is met, has nothing to apply to, or is missing. */
export function outsideState({ verdict }: RequirementResult): (typeof OUTSIDE_STATES)[number] {
  if (verdict === 'effective' || verdict === 'alternate') return 'metOutside'
  return verdict === 'not_applicable' ? 'idleOutside' : 'outside'
}

export const OUTSIDE_STATES = ['metOutside', 'idleOutside', 'outside'] as const

export function sortRows(group: GroupResult, { requirements, target }: AssessmentResult): SortedRows {
  const rows = requirements.filter((row) => row.group === group.id)
  const asked = rows.filter((row) => row.levels.includes(target))
  const accepted = asked.filter((row) => row.accepted)
  const failed = asked.filter((row) => hasFailed(row.verdict) && !row.accepted)
  const unknown = asked.filter((row) => isUnknown(row.verdict))
  return {
    failed,
    accepted,
    unknown,
    inPlace: asked.filter((row) => ![failed, accepted, unknown].some((rows) => rows.includes(row))),
    outside: rows.filter((row) => !row.levels.includes(target)),
  }
}

/** The name of a state, which says no more than is true of its rows. */
export function stateName(state: RowState, rows: readonly RequirementResult[]): string {
  if (state !== 'inPlace') return STATE_WORDS[state]
  const notApplicable = rows.filter(({ verdict }) => verdict === 'not_applicable').length
  if (notApplicable === 0) return STATE_WORDS.onlyInPlace
  return notApplicable === rows.length ? STATE_WORDS.onlyNotApplicable : STATE_WORDS.inPlace
}

/** The title of rows in one state, with their number. */
export const stateTitle = (state: RowState, rows: readonly RequirementResult[]): string =>
  ROW.counted(stateName(state, rows), rows.length)

/** The level, score and coverage of a group. */
export function groupFigures(group: GroupResult, result: AssessmentResult): string {
  const { score, settled, inScope } = group
  const target = levelText(result.target)
  if (inScope === 0) return ROW.nothingAsked(target)
  if (settled === 0) return ROW.groupUnknown(target, inScope)
  return ROW.group(groupLevelText(group, result), target, Math.round(score), settled, inScope)
}

/** The level of a row, or the levels that ask for it, as term and value; undefined where a level is simply not known. */
export function levelFact(
  row: RequirementResult,
  { product }: AssessmentResult,
): readonly [term: string, value: string] | undefined {
  const { level, levels } = row
  if (level === undefined) {
    const keyword = findFramework(product)?.published?.keywordOf?.(levels)
    const text = levelsText(levels)
    return scoringOf(product) === 'maturity'
      ? undefined
      : [ROW.askedAt, keyword === undefined ? text : ROW.withKeyword(text, keyword)]
  }
  return [ROW.level, ownLevel(row, level)]
}

/** The level of a row; where a part is unknown, so that it agrees with the verdict, which follows from what is known. */
function ownLevel({ verdict, levelAtBest }: RequirementResult, level: number): string {
  if (levelAtBest === undefined) return String(level)
  if (verdict === 'partial') return ROW.levelRead(levelAtBest, level)
  return verdict === 'ineffective' ? ROW.levelAtBest(level, levelAtBest) : ROW.levelRange(level, levelAtBest)
}

/** How the engine's text begins if a reading decides nothing; the verdict of the row says the same. */
const NOT_EVALUATED = 'This could not be evaluated. '

/** What the engine says of every question without an answer. */
export const NOT_ANSWERED = 'Nobody has answered this yet.'

/** Why a row is unknown: what could not be read, if something could not, because a part that was read is not the reason. */
export function whyUnknown({ observed, basis, limitations }: RequirementResult): string {
  const unread = basis === 'blind' ? limitations.filter(isFailedReading) : []
  return unread.length > 0 ? unread.join(' ') : withoutVerdict(observed)
}

const withoutVerdict = (text: string): string =>
  text.startsWith(NOT_EVALUATED) ? text.slice(NOT_EVALUATED.length) : text

/** What was found, without what the verdict says already and what people answered. */
export function foundText({ observed, verdict }: RequirementResult): string {
  if (verdict === 'not_assessed' && observed === NOT_ANSWERED) return ''
  const { text } = splitAnswer(observed)
  return withoutVerdict(text)
}

/** The text before it: a reading of one part is not the reason why the rest is unknown. */
export function foundTerm(row: RequirementResult): string {
  const { verdict, basis, evidence } = row
  if (!isUnknown(verdict)) return isMetInTenant(row) ? ROW.met : ROW.found
  const isRead = basis === 'absent' || (verdict === 'not_assessed' && evidence.length > 0)
  return isRead ? ROW.tenantShows : ROW.whyUnknown
}

/** The text before what people answered: where the tenant does its part, that is about the rest. */
export const answeredTerm = (row: RequirementResult): string =>
  isMetInTenant(row) ? ROW.answeredForRest : ROW.answered

/**
 * What people answered, with their note, after a term that says that they did. Of an answer that the tenant contradicts also how;
 * of one of which the tenant shows less, that it counts; of others a word, unless the source of the verdict names it.
 */
export function answeredText(row: RequirementResult, once: Once, place: string): string {
  const given = givenAnswer(row)
  const note = noteOnce(once, given?.note ?? '', place, row.id)
  if (row.contradiction !== undefined) {
    const [answer = '', ...why] = sentencesOf(contradictionText(row.contradiction, row))
    return joinText([answer, once.fresh(why.join(' '), place, row.id), note])
  }
  const isNamed = row.basis === 'reported' && !isMetInTenant(row)
  const words = isNamed ? lessText(row) : ''
  return joinText([words === '' && (note !== '' || !isNamed) ? wordOf(given) : words, note])
}

const joinText = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** Without what the term says, and without the hint that the row has as a fact of its own. */
function contradictionText(contradiction: string, { hint }: RequirementResult): string {
  const text = hint === undefined ? contradiction : contradiction.replace(SUGGESTED, `$1.`)
  return capitalize(text.replace(/^People (answered (?=“)|put this at )/, ''))
}

const SUGGESTED = /^(.*? What the tenant shows may suggest otherwise): .*$/s

const wordOf = (given: GivenAnswer | undefined): string => (given ? `${capitalize(given.answer)}.` : '')
