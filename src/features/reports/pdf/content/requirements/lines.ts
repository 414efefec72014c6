import { hasFailed } from '../../../../../engine/evaluation/outcome.ts'
import type { AssessmentResult, RequirementResult } from '../../../../../engine/model/result.ts'
import type { Evidence } from '../../../../../engine/model/tenant-reading.ts'
import type { Verdict } from '../../../../../engine/model/verdict.ts'
import { type TimeStyle, timeText } from '../../../../../shared/dates/datetime.ts'
import { expectedText, isWithin, takeFound } from '../../../content/editions/elsewhere.ts'
import { decisionText } from '../../../content/exceptions.ts'
import { type Once, withPlaces } from '../../../content/once.ts'
import { answeredTerm, answeredText, foundTerm } from '../../../content/requirements.ts'
import { alsoShown, alsoShownTerm, decidedNothing, isHintOpen } from '../../../content/rows/also-shown.ts'
import { sourceFacts } from '../../../content/rows/answered-by.ts'
import { whatCounts } from '../../../content/rows/evidence-quality.ts'
import { notesOf } from '../../../content/rows/given-answer.ts'
import { affectedCount, namesText } from '../../../content/rows/named-alike.ts'
import { readWith } from '../../../content/rows/permissions.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { EVIDENCE, ROW } from '../../../content/words/rows.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'

/** As many names as anybody reads on paper; the other formats have up to 100. */
const NAMES_SHOWN = 12
/** Pointers shown for one source. */
const POINTERS_SHOWN = 3

/** What the rows of a document need. */
export interface RowsContext {
  result: AssessmentResult
  once: Once
  /** The section that explains what several rows have in common. */
  known: string
  /** Requirements that an earlier group has described, with what, and whether only as one beyond the target. */
  described: Map<string, { isOutside: boolean; verdict: Verdict }>
  /** Numbers of the actions that resolve a requirement, by its id. */
  actions: ReadonlyMap<string, readonly number[]>
  /** Of the IANA database. */
  times: TimeStyle
  /** Whether each row says who answered. */
  haveOwnGivers: boolean
}

/** A fact about a requirement. */
export interface DetailLine {
  term: string
  text: string
  style: Style
  /** Requirements that the end of the text names. */
  refersTo?: readonly string[]
}

/** What a row says, in the order in which it is written, because a sentence appears only once. */
export function linesOf(
  row: RequirementResult,
  { result, once, actions, times, haveOwnGivers }: RowsContext,
): DetailLine[] {
  const { id, verdict, contradiction, evidence, category } = row
  const hint = isHintOpen(row) ? row.hint : undefined
  const fresh = (text: string): string => once.fresh(text, id)
  const decided = verdict === 'alternate' ? ROW.inItsPlace : ROW.decided
  const numbers = row.severity ? (actions.get(id) ?? []) : []
  const found = takeFound(once, row, result, id)
  const wanted = once.takeExpected(expectedText(row), id)
  const also = once.takeInRow(alsoShown(row), id, { isHint: true })
  const hinted = once.takeInRow(hint ?? '', id, { isHint: true })
  const hasHint = hint !== undefined && !isWithin(hinted, found)
  const wantedPlaces = evidence.length > 0 ? wanted.elsewhere : []
  const whatToDo = numbers.length > 0 ? numbers.map(ACTION_WORDS.number).join(', ') : fresh(row.remedy)
  const answered: DetailLine = {
    term: answeredTerm(row),
    text: [answeredText(row, once, id), contradiction === undefined ? '' : fresh(whatCounts(row))].join(' ').trim(),
    style: STYLES.row,
  }
  const firm = once.takeInRow(row.inPlace ?? '', id)
  const more = alsoShownLine(row, withPlaces(also.text, also.elsewhere), { fresh, refersTo: also.elsewhere })
  const lines: DetailLine[] = [
    {
      term: foundTerm(row),
      text: withPlaces(found.text, found.elsewhere),
      style: STYLES.row,
      refersTo: found.elsewhere,
    },
    ...(row.basis === 'reported' ? [answered, more] : [more, answered]),
    { term: ROW.inPlace, text: withPlaces(firm.text, firm.elsewhere), style: STYLES.row, refersTo: firm.elsewhere },
    {
      term: ROW.hint,
      text: hasHint ? `${withPlaces(hinted.text, hinted.elsewhere)} ${fresh(EVIDENCE.hint)}`.trim() : '',
      style: STYLES.row,
      refersTo: hinted.elsewhere,
    },
    {
      term: ROW.expected,
      text: withPlaces(wanted.text, wantedPlaces),
      style: STYLES.row,
      refersTo: wantedPlaces,
    },
    ...(row.exceptions ?? []).map((exception) => ({
      term: decided,
      text: fresh(decisionText(exception, times)),
      style: STYLES.row,
    })),
    { term: ROW.whatToDo, text: hasFailed(verdict) ? whatToDo : '', style: { ...STYLES.row, weight: 'medium' } },
    affectedLine(row, once),
    { term: ROW.notSeen, text: notesOf(row).map(fresh).filter(Boolean).join(' '), style: STYLES.small },
    ...evidenceLines(evidence, times),
    { term: ROW.readWith, text: readWith(row).join(', '), style: STYLES.smallSoft },
    ...sourceFacts(row, times, haveOwnGivers).map(([term, text]) => ({ term, text, style: STYLES.small })),
    { term: ROW.category, text: category ?? '', style: STYLES.smallSoft },
  ]
  return lines.filter(({ text }) => text !== '')
}

/** The first names and, once, where more of them are; or where the same list stands. */
function affectedLine({ id, affected }: RequirementResult, once: Once): DetailLine {
  const line = { term: ROW.affected, style: STYLES.small }
  if (!affected || affected.total === 0) return { ...line, text: '' }
  const listed = once.namesAt(affected.items, id)
  const count = affectedCount(affected)
  if (listed === undefined || listed === id) {
    const names = `${count}: ${namesText(affected, NAMES_SHOWN)}`
    const more = affected.items.length > NAMES_SHOWN ? once.fresh(ROW.moreNames, id) : ''
    return { ...line, text: more === '' ? names : `${names}. ${more}` }
  }
  return { ...line, text: `${count}, ${ROW.sameAs} ${listed}`, refersTo: [listed] }
}

function alsoShownLine(
  row: RequirementResult,
  shown: string,
  { fresh, refersTo }: { fresh: (text: string) => string; refersTo: readonly string[] },
): DetailLine {
  const text = shown === '' ? '' : `${shown} ${fresh(decidedNothing(row))}`.trim()
  return { term: alsoShownTerm(row), text, style: STYLES.row, refersTo }
}

/** What was read, grouped by the minute of the reading. */
function evidenceLines(evidence: readonly Evidence[], times: TimeStyle): DetailLine[] {
  const instants = Map.groupBy(evidence, ({ collectedAt }) => timeText(collectedAt, times))
  return [...instants].map(([instant, its], index) => {
    const readings = [...Map.groupBy(its, ({ dataset }) => dataset)].map(
      ([dataset, places]) => `${dataset}${pointersText(places.map(({ pointer }) => pointer))}`,
    )
    return {
      term: index === 0 ? ROW.evidence : '',
      text: EVIDENCE.read(readings.join('; '), instant),
      style: STYLES.smallSoft,
    }
  })
}

function pointersText(all: readonly string[]): string {
  const pointers = all.filter((pointer) => pointer !== '')
  const rest = pointers.length - POINTERS_SHOWN
  const more = rest > 0 ? ` ${EVIDENCE.morePlaces(rest)}` : ''
  return pointers.length === 0 ? '' : ` at ${pointers.slice(0, POINTERS_SHOWN).join(', ')}${more}`
}
