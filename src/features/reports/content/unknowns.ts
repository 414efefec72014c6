import { NAME_IT } from '../../../engine/evaluation/evidence.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import { unknownRows, unknownsOf } from '../../../engine/results/unknowns.ts'
import { sentencesOf } from '../../../shared/text/sentences.ts'
import { NOT_ANSWERED, whyUnknown } from './requirements.ts'
import { shownInPart } from './rows/evidence-quality.ts'
import { reviewText } from './rows/reviews.ts'
import { countKnown, groupNoun, unknownPoints } from './rules.ts'
import { UNKNOWN_WORDS } from './words/actions.ts'
import { FULL, KNOWN } from './words/full.ts'

/** The title of the section about it. */
export const knownTitle = (result: AssessmentResult): string =>
  countKnown(result).unknown === 0 ? FULL.known : FULL.knownAndUnknown

/** How much of the target is known, and from where. */
export function knownLead(result: AssessmentResult): string {
  const counts = countKnown(result)
  const earns = counts.unknown > 0 ? KNOWN.earns(unknownPoints([result])) : ''
  return [
    KNOWN.lead({ ...counts, isPartRead: shownInPart(result).length > 0 }),
    duplicatesNote(result, result.requirements),
    earns,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Why these rows are more checks than requirements, where they are. */
export function duplicatesNote({ product, target }: AssessmentResult, rows: readonly RequirementResult[]): string {
  const ids = rows.filter((row) => row.levels.includes(target)).map(({ id }) => id)
  return new Set(ids).size === ids.length ? '' : KNOWN.duplicates(groupNoun(product, 2))
}

/** Each requirement once, with a mark such as `×5` if it is in several groups. */
export function timesListed(rows: readonly RequirementResult[]): { row: RequirementResult; times: string }[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([row, ...more]) =>
    row ? [{ row, times: more.length > 0 ? ` ×${more.length + 1}` : '' }] : [],
  )
}

/** Requirements with a mark where they are in several groups. */
export type ListedRows = ReturnType<typeof timesListed>

/** More are listed by group. */
const IN_ONE_LIST = 12

/** The rows of one reason as people look for them: a long list by group, `Govern (31)`, a short one without a name. */
export function listedRows(
  rows: readonly RequirementResult[],
  nameOf: (group: string) => string,
): { name: string; listed: ListedRows }[] {
  const listed = timesListed(rows)
  const byGroup = Map.groupBy(listed, ({ row }) => row.group)
  if (listed.length <= IN_ONE_LIST || byGroup.size === 1) return [{ name: '', listed }]
  return [...byGroup].map(([group, its]) => ({ name: KNOWN.inGroup(nameOf(group), its.length), listed: its }))
}

/** What was read but decides nothing is not the same as what could not be read. */
type Kind = keyof typeof KNOWN.kinds
const KINDS: readonly Kind[] = ['no_visibility', 'absent', 'not_licensed', 'not_assessed']

function kindOf({ verdict, basis }: RequirementResult): Kind | undefined {
  if (verdict === 'no_visibility') return basis === 'absent' ? 'absent' : verdict
  return verdict === 'not_licensed' || verdict === 'not_assessed' ? verdict : undefined
}

export interface UnknownGroup {
  title: string
  /** What would answer it. */
  next: string
  /** Rows by the reason they share, the most common first. */
  reasons: readonly ReasonOfRows[]
}

export type ReasonOfRows = readonly [reason: string, rows: readonly RequirementResult[]]

/** Rows by the reason they share, in whichever order its sentences stand, the most common first. */
const byReason = (
  rows: readonly RequirementResult[],
  reasonOf: (row: RequirementResult) => string,
): readonly ReasonOfRows[] =>
  [...Map.groupBy(rows, (row) => sentencesOf(reasonOf(row)).toSorted().join(' ')).values()]
    .flatMap((its): ReasonOfRows[] => its.slice(0, 1).map((first) => [reasonOf(first), its]))
    .toSorted(([, a], [, b]) => b.length - a.length)

/**
 * The answers that the tenant contradicts or of which it shows less, by how. What they would have to name is stated once, after them, with its own
 * rows.
 */
export function reviewReasons(rows: readonly RequirementResult[]): readonly ReasonOfRows[] {
  const nameless = rows.filter((row) => reviewText(row).endsWith(NAME_IT))
  const reasons = byReason(rows, (row) => reviewText(row).replace(NAME_IT, ''))
  return nameless.length > 0 ? [...reasons, [NAME_IT.trim(), nameless]] : reasons
}

/** What remains unknown, by kind; a kind without rows is left out. */
export function unknownKinds(result: AssessmentResult): UnknownGroup[] {
  const unknown = unknownRows(result)
  return KINDS.flatMap((kind) => {
    const { title, next } = KNOWN.kinds[kind]
    const rows = unknown.filter((row) => kindOf(row) === kind)
    if (rows.length === 0) return []
    const reasons = byReason(rows, whyUnknown)
    return [
      {
        title: KNOWN.kind(title, rows.length),
        next: kind === 'no_visibility' && rows.some(needsPermission) ? KNOWN.nextIfApproved : next,
        reasons: kind === 'not_assessed' ? unanswered(reasons, result) : reasons,
      },
    ]
  })
}

/** Results of earlier versions do not say what their checks lack. */
const needsPermission = ({ checks }: RequirementResult): boolean =>
  !checks || checks.some(({ lacks }) => (lacks?.permissions.length ?? 0) > 0)

/** Questions about what no reading shows share one sentence, which says how many of all open questions they are. */
function unanswered(reasons: readonly ReasonOfRows[], result: AssessmentResult): ReasonOfRows[] {
  const all = unknownsOf(result).filter((unknown) => unknown.kind === 'question').length
  return reasons.map(([reason, rows]) => {
    const count = new Set(rows.map(({ id }) => id)).size
    return [reason === NOT_ANSWERED ? UNKNOWN_WORDS.cannotShow(count, all) : reason, rows]
  })
}
