import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { spanOf } from '../../../../shared/charts/gauge.ts'
import { certainChange, isExact } from '../../../../shared/charts/span-change.ts'
import { dayText, shortDayText } from '../../../../shared/dates/datetime.ts'
import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import type { RunPoint } from '../../content/input.ts'
import { countAccepted, countKnown, levelNoteOf, levelState, targetState } from '../../content/rules.ts'
import { drawnSpan } from '../../content/trend.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { SCORE } from '../../content/words/full.ts'
import { type Changes, changesOf, isComparable, listFindings } from './changes.ts'
import type { AssessedPoint, SheetCourse, SheetInput } from './input.ts'
import { doneOf, endingOf, nextOf, unknownOf } from './lists.ts'
import type { CourseShown, Figure, SheetContent, SpanShown } from './shapes.ts'
import { SHEET, type Tally } from './words.ts'

/** The content of a sheet. Measuring the gains of actions takes a while, so services call it in a thread. */
export function composeSheet(input: SheetInput): SheetContent {
  const { courses, quarter, until, isOver, times } = input
  const changes = changesOf(courses)
  const next = nextOf(input)
  return {
    about: SHEET.about(quarter, isOver ? undefined : dayText(until, times)),
    conclusion: conclusionOf(input, changes),
    figures: figuresOf(input, changes),
    courses: courses.map((course) => showCourse(course, input)),
    done: doneOf(input, changes),
    next,
    unknown: unknownOf(input, next),
    ending: endingOf(input),
  }
}

function tallyOf({ courses }: SheetInput, { fixed, found }: Changes): Tally & { inScope: number } {
  const sum = (of: (result: AssessmentResult) => number): number =>
    courses.reduce((total, { end }) => total + of(end.result), 0)
  return {
    fixed: fixed.size,
    found,
    open: sum((result) => listFindings(result).length),
    critical: sum((result) => listFindings(result).filter(({ severity }) => severity === 'critical').length),
    accepted: sum(countAccepted),
    unknown: sum((result) => countKnown(result).unknown),
    inScope: sum((result) => countKnown(result).inScope),
  }
}

/** Whether so little is known about every framework, or about all together, that a result without findings means little. */
const isUnclear = ({ courses }: SheetInput, known: number): boolean =>
  isTooLittleKnown({ coverage: known }) || courses.every(({ end }) => isTooLittleKnown(end.result))

const knownShare = ({ unknown, inScope }: { unknown: number; inScope: number }): number =>
  inScope === 0 ? 1 : 1 - unknown / inScope

function conclusionOf(input: SheetInput, changes: Changes): string {
  const { courses, times } = input
  const tally = tallyOf(input, changes)
  const share = knownShare(tally)
  const says = (): string => {
    const newest =
      courses
        .map(({ end }) => end.point.completedAt)
        .toSorted()
        .at(-1) ?? ''
    if (courses.every(({ isCurrent }) => !isCurrent)) return SHEET.noRun(dayText(newest, times), tally)
    if (courses.every(({ start }) => !start)) return SHEET.first(tally, isUnclear(input, share))
    return changes.compared.length === 0 ? SHEET.notComparable(tally) : SHEET.compared(tally)
  }
  // Unknown must not look like good.
  return isUnclear(input, share) ? `${SHEET.tooLittle(share)} ${says()}` : says()
}

function figuresOf(input: SheetInput, changes: Changes): Figure[] {
  const tally = tallyOf(input, changes)
  const { fixed, found, open, critical, unknown, inScope } = tally
  const hasBefore = changes.compared.length > 0
  const since: Figure[] = [
    { label: SHEET.fixed, count: fixed, note: SHEET.fixedNote, tone: fixed > 0 ? 'good' : 'dim' },
    { label: SHEET.found, count: found, note: SHEET.foundNote, tone: found > 0 ? 'warn' : 'dim' },
  ]
  return [
    ...(hasBefore ? since : []),
    {
      label: hasBefore ? SHEET.open : SHEET.openAtFirst,
      count: open,
      note: SHEET.openNote(tally),
      tone: open === 0 && isUnclear(input, knownShare(tally)) ? 'dim' : toneOf(open, critical),
    },
    { label: SHEET.unknown, count: unknown, note: SHEET.unknownNote(inScope), tone: 'dim' },
  ]
}

const toneOf = (open: number, critical: number): Figure['tone'] => (critical > 0 ? 'bad' : open > 0 ? 'warn' : 'good')

/** The smallest increase of the known share that is worth mentioning. */
const MORE_KNOWN = 0.1

/** In that case, an unchanged or lower score may only show what was there before. */
const isMoreKnown = (start: AssessedPoint | undefined, end: AssessedPoint): boolean =>
  start !== undefined && end.point.coverage - start.point.coverage >= MORE_KNOWN

function showCourse({ productName, start, end, points, isCurrent }: SheetCourse, { times }: SheetInput): CourseShown {
  const { point, result } = end
  const { product } = result
  const comparable = start && isComparable(start.result, result) ? start : undefined
  const note = !isCurrent
    ? SHEET.notInQuarter
    : start && !comparable
      ? SHEET.otherTarget
      : isMoreKnown(comparable, end)
        ? SHEET.moreKnown
        : ''
  const hasLevel =
    comparable &&
    levelState(comparable.result) !== 'unknown' &&
    comparable.point.maturityAchieved !== point.maturityAchieved
  const isFirst = isCurrent && !start
  return {
    name: productName,
    note,
    ...(start && { start: spanShown(start.point, product, SHEET.start(dayText(start.point.completedAt, times))) }),
    end: spanShown(point, product, SHEET.end(dayText(point.completedAt, times))),
    change: comparable ? changeText(comparable.point, point) : isFirst ? SHEET.firstRun : '',
    level:
      levelState(result) === 'unknown'
        ? COMMON.levelUnknown(result.target)
        : SHEET.level(point.maturityAchieved, result.target),
    levelBefore: hasLevel ? SHEET.levelBefore(comparable.point.maturityAchieved) : '',
    levelNote: withReason(levelNoteOf(result), result),
    pointsNote: [comparable, end].some((each) => each && hasLightPoints(each)) ? lightPart(result) : '',
    points: points.map((each) => ({ ...drawnSpan(each, product), day: shortDayText(each.completedAt, times) })),
  }
}

/** If only accepted risks keep the target from being reached, says so: nothing else on the sheet would tell why. */
function withReason(levelNote: string, result: AssessmentResult): string {
  const { requirements, target } = result
  const failed = requirements.filter(({ verdict, levels }) => hasFailed(verdict) && levels.includes(target))
  const isWhy = targetState(result) === 'missed' && failed.length > 0 && failed.every(({ accepted }) => accepted)
  return isWhy ? SHEET.becauseOf(levelNote, countAccepted(result)) : levelNote
}

const hasLightPoints = ({ point, result }: AssessedPoint): boolean =>
  drawnSpan(point, result.product).isBare && result.requirements.some(({ verdict }) => verdict === 'ineffective')

function lightPart({ target }: AssessmentResult): string {
  const share = SCORE.shareOf(target)
  return share === undefined ? '' : SHEET.lightPart(share)
}

const spanShown = (point: RunPoint, product: string, words: string): SpanShown => ({
  ...drawnSpan(point, product),
  words,
})

/** Like with like: what only became known is not a change of points. */
function changeText(start: RunPoint, end: RunPoint): string {
  const [before, now] = [spanOf(start), spanOf(end)]
  if (before.score === now.score && before.ceiling === now.ceiling) return SHEET.sameScore
  const certain = certainChange(before, now)
  return certain === 0 ? '' : SHEET.points(certain, isExact(before) && isExact(now))
}
