import { quarterText } from '../../../../shared/dates/quarter.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { levelText, listText, plural } from '../../content/words/language.ts'

/** The outcome of a quarter, counted in findings of all frameworks. */
export interface Tally {
  fixed: number
  found: number
  open: number
  critical: number
  /** Shortfalls that are not findings, because their risk is accepted. */
  accepted: number
  unknown: number
}

/** All texts of the quarterly sheet. Its reader owns the business, and has ten seconds. */
export const SHEET = {
  name: 'Quarterly sheet',
  title: (customer: string, quarter: string): string => `Quarterly sheet of ${customer}, ${quarterText(quarter)}`,
  titleOfMany: (quarter: string): string => `Quarterly sheets, ${quarterText(quarter)}`,
  about: (quarter: string, asOf: string | undefined): string =>
    asOf === undefined ? quarterText(quarter) : `${quarterText(quarter)}, as of ${asOf}`,
  kind: 'Quarterly security review',

  compared: (tally: Tally): string => `${changeText(tally)} ${leftText(tally)}`,
  first: ({ open, critical, accepted }: Tally, isUnclear: boolean): string =>
    open === 0
      ? `This is the first assessment. It found no weaknesses${isUnclear ? ' in what is known' : ''}${besides(accepted)}.`
      : `This is the first assessment. It found ${weaknesses(open)}${criticalText(open, critical)}.`,
  notComparable: (tally: Tally): string =>
    `The target or the framework has changed since the last quarter, so the results cannot be compared. ${leftText(tally)}`,
  noRun: (day: string, { open, critical, accepted }: Tally): string =>
    `Nothing was assessed in this quarter. The newest assessment (${day}) found ${
      open === 0 ? `no weaknesses${besides(accepted)}` : `${weaknesses(open)}${criticalText(open, critical)}`
    }.`,
  tooLittle: (share: number): string => `Only ${percentText(share)} of the checks are known.`,

  figures: 'The quarter in numbers',
  fixed: 'Fixed',
  fixedNote: 'and confirmed',
  found: 'Newly found',
  foundNote: 'since the last quarter',
  open: 'Still open',
  openAtFirst: 'Open',
  openNote: ({ open, critical, accepted }: Tally): string =>
    open === 0
      ? besides(accepted).trim() || 'in what is known'
      : critical === 0
        ? 'none of them critical'
        : `${critical} critical`,
  unknown: 'Not known',
  unknownNote: (checks: number): string => `of ${plural(checks, 'check')}`,

  courses: 'Then and now',
  start: (day: string): string => `Then: ${day}`,
  end: (day: string): string => `Now: ${day}`,
  sameScore: 'Same score',
  points: (by: number, isExact: boolean): string =>
    `${isExact ? '' : 'At least '}${plural(Math.abs(by), 'point')} ${by > 0 ? 'higher' : 'lower'}`,
  level: (level: number, target: number): string => `Level ${levelText(level)}, target ${levelText(target)}`,
  becauseOf: (levelNote: string, accepted: number): string =>
    `${levelNote} because of ${plural(accepted, 'accepted risk')}`,
  /** Of what the lowest level earns, at which nothing is done; charts draw it light. */
  lightPart: (share: string): string => `The light part: a missing check still earns ${share} of its points.`,
  levelBefore: (level: number): string => `Was level ${levelText(level)}`,
  otherTarget: 'Other target or version: not compared.',
  notInQuarter: 'Not assessed in this quarter.',
  moreKnown: 'More is known than before.',
  firstRun: 'First assessment',
  trendAlt: (name: string): string => `The span of the score by ${name} over the quarter.`,

  done: 'What was done',
  noneDone: 'No weakness was fixed.',
  fixedOf: (fixed: number, accepted: number, of: number): string =>
    fixed === of
      ? ''
      : `${fixed} of ${plural(of, 'finding')} fixed${fixed + accepted === of ? '' : ' so far'}${
          accepted === 0 ? '' : `, ${accepted} accepted as ${accepted === 1 ? 'a risk' : 'risks'}`
        }`,
  reported: (count: number): string =>
    `${plural(count, 'more finding is', 'more findings are')} reported as done. The next assessment confirms ${count === 1 ? 'it' : 'them'}.`,
  gone: (by: Readonly<Record<keyof typeof GONE, number>>): string[] => {
    const reasons = (['accepted', 'notApplicable', 'unknown'] as const).filter((reason) => by[reason] > 0)
    const count = reasons.reduce((sum, reason) => sum + by[reason], 0)
    if (count === 0) return []
    const says = reasons.map((reason) => (reasons.length === 1 ? '' : `${by[reason]} `) + GONE[reason])
    return [`${plural(count, 'finding', 'findings')} no longer ${count === 1 ? 'counts' : 'count'}: ${listText(says)}.`]
  },

  next: 'What is next',
  noneNext: 'Nothing needs fixing. The next assessment shows whether it stays that way.',
  allReported: 'All known findings are reported as done. The next assessment confirms them.',
  due: (day: string, owner: string | undefined): string => [`by ${day}`, owner].filter(Boolean).join(', '),
  overdue: (day: string, owner: string | undefined): string => [`was due ${day}`, owner].filter(Boolean).join(', '),
  effort: (words: string): string => `not planned yet, effort: ${words.toLowerCase()}`,
  unplanned: 'not planned yet',

  unknowns: 'What we do not know',

  ending: 'Exceptions that end soon',
  kinds: {
    'accepted-risk': 'Accepted risk',
    'compensating-control': 'Compensating control',
    'emergency-account': 'Emergency account',
  },
  /** Of the first emergency account: what one is for. */
  emergencyAccount: (name: string): string => `${name}, for when nobody else can sign in`,
  decide: (count: number, day: string): string =>
    `Decide about ${plural(count, 'exception')}${count === 1 ? '' : ', the first'} before ${day}`,
  ends: (kind: string, day: string): string => `${kind}, ends ${day}`,

  firstOf: (shown: number, all: number): string => `the first ${shown} of ${all}`,
  notes: 'Decisions and date of the next review',
  lacksGlyphs: 'Characters that the font does not have are replaced.',
} as const

const GONE = {
  accepted: 'accepted as a risk',
  notApplicable: 'not applicable',
  unknown: 'not known this time',
} as const

const besides = (accepted: number): string => (accepted === 0 ? '' : ` besides ${plural(accepted, 'accepted risk')}`)

const weaknesses = (count: number): string => plural(count, 'weakness', 'weaknesses')

/** What became known in the quarter may have existed before, so it is not called new. */
function changeText({ fixed, found }: Tally): string {
  const was = (count: number): string => (count === 1 ? 'was' : 'were')
  if (fixed === 0 && found === 0) return 'No weakness was fixed in this quarter, and none was newly found.'
  const done = `${weaknesses(fixed)} ${was(fixed)} fixed in this quarter`
  if (found === 0) return `${done}, and none was newly found.`
  if (fixed === 0) return `${weaknesses(found)} ${was(found)} newly found in this quarter, and none was fixed.`
  return `${done}, and ${found} ${was(found)} newly found.`
}

function leftText({ open, critical, accepted }: Tally): string {
  if (open === 0) return `No known weakness is left${besides(accepted)}.`
  return `${weaknesses(open)} ${open === 1 ? 'is' : 'are'} left${criticalText(open, critical)}.`
}

function criticalText(open: number, critical: number): string {
  if (critical === 0) return ', none of them critical'
  if (critical === open) return open === 1 ? ', and it is critical' : ', all of them critical'
  return `, ${critical} of them critical`
}
