import { type JointAction, jointActionsOf } from '../../../../engine/results/joint-actions.ts'
import { dayText } from '../../../../shared/dates/datetime.ts'
import { nextSteps } from '../../content/next-steps.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { capitalize } from '../../content/words/language.ts'
import { type Changes, findingsOf, keyOf } from './changes.ts'
import type { SheetInput, SheetRepair } from './input.ts'
import type { SheetEntry, SheetList } from './shapes.ts'
import { SHEET } from './words.ts'

/** The findings of an action, each once. */
const keysOf = ({ parts }: JointAction): string[] => [
  ...new Set(parts.flatMap(({ result, action }) => action.findings.map(({ id }) => keyOf(result.product, id)))),
]

/** By the actions of the earlier runs, so that a sheet uses the names that the previous one announced. */
export function doneOf({ courses, repairs }: SheetInput, { compared, fixed, gone }: Changes): SheetList {
  const open = new Set(courses.flatMap(({ end }) => findingsOf(end)))
  const reported = repairs.filter(
    ({ status, product, requirement }) => status === 'done' && open.has(keyOf(product, requirement)),
  ).length
  const entries = jointActionsOf(compared.map(({ start }) => start.result)).flatMap((action): SheetEntry[] => {
    const keys = keysOf(action).filter((key) => !gone.notApplicable.has(key))
    const count = (of: ReadonlySet<string>): number => keys.filter((key) => of.has(key)).length
    const done = count(fixed)
    return done === 0 ? [] : [{ title: action.title, note: SHEET.fixedOf(done, count(gone.accepted), keys.length) }]
  })
  return {
    title: SHEET.done,
    entries,
    none: compared.length > 0 ? SHEET.noneDone : '',
    notes: [
      ...(reported > 0 ? [SHEET.reported(reported)] : []),
      ...SHEET.gone({
        accepted: gone.accepted.size,
        notApplicable: gone.notApplicable.size,
        unknown: gone.unknown.size,
      }),
    ],
  }
}

/**
 * The first action of the reports, then what is planned, by its day, then the others in the order of the reports. Where no
 * findings are known, it is what would make more known, and the exceptions that somebody has to decide about.
 */
export function nextOf(input: SheetInput): SheetList {
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
  const isClear = input.courses.every(({ end }) => findingsOf(end).length === 0)
  if (isClear)
    return {
      title: SHEET.next,
      entries: [...unknownSteps(input), ...decisionsOf(input)],
      none: SHEET.noneNext,
      notes: [],
    }
  const [first, ...others] = actions
  const byDay = others
    .filter(({ planned }) => planned)
    .toSorted((one, other) => (one.planned?.dueOn ?? '').localeCompare(other.planned?.dueOn ?? ''))
  const ranked = [...(first ? [first] : []), ...byDay, ...others.filter(({ planned }) => !planned)]
  return {
    title: SHEET.next,
    entries: ranked.map(({ action, planned, isCritical }) => ({
      title: action.title,
      note: afterMark(planned ? plannedText(planned, input) : unplannedText(action), isCritical),
      isCritical,
    })),
    none: SHEET.allReported,
    notes: [],
  }
}

/** A note that follows the word “Critical” does not begin a line. */
const afterMark = (note: string, isCritical: boolean): string => (isCritical ? note : capitalize(note))

const unplannedText = ({ effort }: JointAction): string =>
  effort ? SHEET.effort(EFFORT_WORDS[effort]) : SHEET.unplanned

const isRepaired = (repair: SheetRepair | undefined): boolean =>
  repair?.status === 'done' || repair?.status === 'verified'

function plannedText({ dueOn = '', owner }: SheetRepair, { today, times }: SheetInput): string {
  // A day of the calendar has no time zone.
  const day = dayText(`${dueOn}T00:00:00Z`, { locale: times.locale })
  return dueOn < today ? SHEET.overdue(day, owner) : SHEET.due(day, owner)
}

function decisionsOf({ ending, times }: SheetInput): SheetEntry[] {
  const [first] = ending
  return first ? [{ title: SHEET.decide(ending.length, dayText(first.expiresAt, times)), note: '' }] : []
}

const unknownSteps = ({ courses }: SheetInput): SheetEntry[] =>
  nextSteps(courses.map(({ end }) => end.result)).map(({ title, effect }) => ({ title, note: capitalize(effect) }))

/** What would make more known, unless that is what is next. */
export const unknownOf = (input: SheetInput, next: SheetList): SheetList => {
  const entries = unknownSteps(input)
  const isNext = next.entries.some(({ title }) => title === entries[0]?.title)
  return { title: SHEET.unknowns, entries: isNext ? [] : entries, none: '', notes: [] }
}

export function endingOf({ courses, ending, times }: SheetInput): SheetList {
  const statements = new Map(
    courses.flatMap(({ end }) => end.result.requirements.map(({ id, statement }) => [id, statement] as const)),
  )
  const firstEmergency = ending.find(({ kind }) => kind === 'emergency-account')
  return {
    title: SHEET.ending,
    entries: ending.map((exception) => {
      const { kind, requirement = '', object, expiresAt } = exception
      const title = [object, statements.get(requirement) ?? requirement].filter(Boolean).join(': ')
      return {
        title: exception === firstEmergency ? SHEET.emergencyAccount(title) : title,
        note: SHEET.ends(SHEET.kinds[kind], dayText(expiresAt, times)),
      }
    }),
    none: '',
    notes: [],
  }
}
