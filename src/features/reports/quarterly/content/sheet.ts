import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { type JointAction, jointActionsOf } from '../../../../engine/results/joint-actions.ts'
import { type Priority, priorities } from '../../../../engine/results/priorities.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import { outcomesOf } from '../../../assessments/remediation/rules.ts'
import { isTooLittleKnown } from '../../content/executive-summary.ts'
import type { RunPoint } from '../../content/input.ts'
import { nextSteps } from '../../content/next-steps.ts'
import { countKnown, levelNoteOf } from '../../content/rules.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import type { AssessedPoint, SheetCourse, SheetInput, SheetRepair } from './input.ts'
import type { CourseShown, Figure, SheetContent, SheetEntry, SheetList, SpanShown } from './shapes.ts'
import { SHEET, type Tally } from './words.ts'

/** A finding of one framework. */
const keyOf = (product: string, requirement: string): string => JSON.stringify([product, requirement])

const listFindings = (result: AssessmentResult): Priority[] => priorities(result, Number.POSITIVE_INFINITY)

const findingsOf = ({ result }: AssessedPoint): string[] =>
  listFindings(result).map(({ id }) => keyOf(result.product, id))

/** Findings of different targets or framework versions cannot be compared. */
const isComparable = (start: AssessmentResult, end: AssessmentResult): boolean =>
  start.target === end.target && start.framework.version === end.framework.version

/** Pairs of runs whose findings can be compared. */
interface Compared {
  start: AssessedPoint
  end: AssessedPoint
}

/** What happened to the findings of a quarter. */
interface Changes {
  compared: readonly Compared[]
  /** Keys of findings that a run has verified as repaired. */
  fixed: ReadonlySet<string>
  found: number
  /** Findings that no longer count without being repaired. */
  gone: number
}

/** The content of a sheet. Measuring the gains of actions takes a while, so services call it in a thread. */
export function composeSheet(input: SheetInput): SheetContent {
  const { courses, quarter, until, isOver, times } = input
  const changes = changesOf(courses)
  return {
    about: SHEET.about(quarter, isOver ? undefined : dayText(until, times)),
    conclusion: conclusionOf(input, changes),
    figures: figuresOf(input, changes),
    courses: courses.map((course) => showCourse(course, input)),
    done: doneOf(input, changes),
    next: nextOf(input),
    unknown: unknownOf(input),
    ending: endingOf(input),
  }
}

function changesOf(courses: readonly SheetCourse[]): Changes {
  const compared = courses.flatMap(({ start, end }): Compared[] =>
    start && isComparable(start.result, end.result) ? [{ start, end }] : [],
  )
  const fixed = new Set<string>()
  let [found, gone] = [0, 0]
  for (const { start, end } of compared) {
    const [before, after] = [findingsOf(start), new Set(findingsOf(end))]
    const outcomes = new Map(
      [...outcomesOf(end.result)].map(([id, outcome]) => [keyOf(end.result.product, id), outcome]),
    )
    for (const key of before) {
      if (outcomes.get(key) === 'repaired') fixed.add(key)
      else if (!after.has(key)) gone += 1
    }
    const known = new Set(before)
    found += [...after].filter((key) => !known.has(key)).length
  }
  return { compared, fixed, found, gone }
}

function tallyOf({ courses }: SheetInput, { fixed, found }: Changes): Tally & { inScope: number } {
  const sum = (of: (result: AssessmentResult) => number): number =>
    courses.reduce((total, { end }) => total + of(end.result), 0)
  return {
    fixed: fixed.size,
    found,
    open: sum((result) => listFindings(result).length),
    critical: sum((result) => listFindings(result).filter(({ severity }) => severity === 'critical').length),
    unknown: sum((result) => countKnown(result).unknown),
    inScope: sum((result) => countKnown(result).inScope),
  }
}

/** Whether so little is known about every framework, or about all together, that a result without findings means little. */
const isUnclear = ({ courses }: SheetInput, known: number): boolean =>
  known < 0.5 || courses.every(({ end }) => isTooLittleKnown(end.result))

const knownShare = ({ unknown, inScope }: { unknown: number; inScope: number }): number =>
  inScope === 0 ? 1 : 1 - unknown / inScope

function conclusionOf(input: SheetInput, changes: Changes): string {
  const { courses, times } = input
  const tally = tallyOf(input, changes)
  const says = (): string => {
    const newest =
      courses
        .map(({ end }) => end.point.completedAt)
        .toSorted()
        .at(-1) ?? ''
    if (courses.every(({ isCurrent }) => !isCurrent)) return SHEET.noRun(dayText(newest, times), tally)
    if (courses.every(({ start }) => !start)) return SHEET.first(tally)
    return changes.compared.length === 0 ? SHEET.notComparable(tally) : SHEET.compared(tally)
  }
  // Unknown must not look like good.
  const share = knownShare(tally)
  return isUnclear(input, share) ? `${SHEET.tooLittle(share)} ${says()}` : says()
}

function figuresOf(input: SheetInput, changes: Changes): Figure[] {
  const tally = tallyOf(input, changes)
  const { fixed, found, open, critical, unknown, inScope } = tally
  const hasBefore = changes.compared.length > 0
  const since = (count: number, note: string) => (hasBefore ? { count, note } : { note: SHEET.noComparison })
  return [
    { label: SHEET.fixed, ...since(fixed, SHEET.fixedNote), tone: hasBefore && fixed > 0 ? 'good' : 'dim' },
    { label: SHEET.found, ...since(found, SHEET.foundNote), tone: hasBefore && found > 0 ? 'warn' : 'dim' },
    {
      label: SHEET.open,
      count: open,
      note: SHEET.openNote(open, critical),
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
  const comparable = start && isComparable(start.result, result) ? start : undefined
  const note = !isCurrent
    ? SHEET.notInQuarter
    : start && !comparable
      ? SHEET.otherTarget
      : isMoreKnown(comparable, end)
        ? SHEET.moreKnown
        : ''
  const hasLevel = comparable && comparable.point.maturityAchieved !== point.maturityAchieved
  const isFirst = isCurrent && !start
  return {
    name: productName,
    note,
    ...(start && { start: spanOf(start.point, SHEET.start(dayText(start.point.completedAt, times))) }),
    end: spanOf(point, SHEET.end(dayText(point.completedAt, times))),
    change: comparable ? SHEET.points(comparable.point.score, point.score) : isFirst ? SHEET.firstRun : '',
    level: SHEET.level(point.maturityAchieved, result.target),
    levelBefore: hasLevel ? SHEET.levelBefore(comparable.point.maturityAchieved) : '',
    levelNote: levelNoteOf(result),
    points: points.map(({ completedAt, score, scoreCeiling }) => ({ completedAt, score, scoreCeiling })),
  }
}

const spanOf = ({ score, scoreCeiling }: RunPoint, words: string): SpanShown => ({
  score,
  ceiling: scoreCeiling,
  words,
})

/** The findings of an action, each once. */
const keysOf = ({ parts }: JointAction): string[] => [
  ...new Set(parts.flatMap(({ result, action }) => action.findings.map(({ id }) => keyOf(result.product, id)))),
]

/** By the actions of the earlier runs, so that a sheet uses the names that the previous one announced. */
function doneOf({ courses, repairs }: SheetInput, { compared, fixed, gone }: Changes): SheetList {
  const open = new Set(courses.flatMap(({ end }) => findingsOf(end)))
  const reported = repairs.filter(
    ({ status, product, requirement }) => status === 'done' && open.has(keyOf(product, requirement)),
  ).length
  const entries = jointActionsOf(compared.map(({ start }) => start.result)).flatMap((action): SheetEntry[] => {
    const keys = keysOf(action)
    const count = keys.filter((key) => fixed.has(key)).length
    return count === 0 ? [] : [{ title: action.title, note: SHEET.fixedOf(count, keys.length) }]
  })
  return {
    title: SHEET.done,
    entries,
    none: compared.length > 0 ? SHEET.noneDone : SHEET.notCompared,
    notes: [...(reported > 0 ? [SHEET.reported(reported)] : []), ...(gone > 0 ? [SHEET.gone(gone)] : [])],
  }
}

/** The first action of the reports, then what is planned, by its day, then the others in the order of the reports. */
function nextOf(input: SheetInput): SheetList {
  const repairs = new Map(input.repairs.map((repair) => [keyOf(repair.product, repair.requirement), repair]))
  const actions = jointActionsOf(input.courses.map(({ end }) => end.result)).flatMap((action) => {
    const open = keysOf(action).filter((key) => !isRepaired(repairs.get(key)))
    if (open.length === 0) return []
    const planned = open
      .flatMap((key) => repairs.get(key) ?? [])
      .filter(({ status }) => status === 'planned')
      .toSorted((one, other) => (one.dueOn ?? '').localeCompare(other.dueOn ?? ''))[0]
    return [{ action, planned, isCritical: action.severity === 'critical' }]
  })
  const [first, ...others] = actions
  const byDay = others
    .filter(({ planned }) => planned)
    .toSorted((one, other) => (one.planned?.dueOn ?? '').localeCompare(other.planned?.dueOn ?? ''))
  const ranked = [...(first ? [first] : []), ...byDay, ...others.filter(({ planned }) => !planned)]
  return {
    title: SHEET.next,
    entries: ranked.map(({ action, planned, isCritical }) => ({
      title: action.title,
      note: planned
        ? plannedText(planned, input)
        : action.effort
          ? SHEET.effort(EFFORT_WORDS[action.effort])
          : SHEET.unplanned,
      isCritical,
    })),
    none: SHEET.noneNext,
    notes: [],
  }
}

const isRepaired = (repair: SheetRepair | undefined): boolean =>
  repair?.status === 'done' || repair?.status === 'verified'

function plannedText({ dueOn = '', owner }: SheetRepair, { today, times }: SheetInput): string {
  // A day of the calendar has no time zone.
  const day = dayText(`${dueOn}T00:00:00Z`, { locale: times.locale })
  return dueOn < today ? SHEET.overdue(day, owner) : SHEET.due(day, owner)
}

function unknownOf({ courses }: SheetInput): SheetList {
  const steps = nextSteps(courses.map(({ end }) => end.result))
  return {
    title: SHEET.unknowns,
    entries: steps.map(({ title, effect }) => ({ title, note: effect })),
    none: SHEET.noneUnknown,
    notes: [],
  }
}

function endingOf({ courses, ending, times }: SheetInput): SheetList {
  const statements = new Map(
    courses.flatMap(({ end }) => end.result.requirements.map(({ id, statement }) => [id, statement] as const)),
  )
  return {
    title: SHEET.ending,
    entries: ending.map(({ kind, requirement = '', object, expiresAt }) => ({
      title: [object, statements.get(requirement) ?? requirement].filter(Boolean).join(': '),
      note: SHEET.ends(SHEET.kinds[kind], dayText(expiresAt, times)),
    })),
    none: SHEET.noneEnding,
    notes: [],
  }
}
