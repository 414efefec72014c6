import { capitalize, levelText, listText, plural } from './language.ts'

/** All texts of the full edition that other editions do not have: titles, and texts that are used only once. */
export const FULL = {
  first: 'What to do first',
  meaning: 'What this means',
  score: 'How the score is calculated',
  trend: 'The score over time',
  changes: 'What changed',
  trendAndChanges: 'Trend and changes',
  known: 'What is known',
  knownAndUnknown: 'What is known and what is unknown',
  about: 'About this report',
  inDetail: (groups: string): string => `${groups} in detail`,
  method:
    'The tenant was read once, without changing anything in it, and each requirement was evaluated on what was read. Questionnaires cover what a tenant cannot show. The report describes the state at that time. The evidence lists what was read in the tenant, where in the response, and when.',
  times: (zone: string): string =>
    zone === 'UTC' ? 'All times are UTC.' : `All times are in the time zone ${zone}, with the offset from UTC.`,
  lacksGlyphs:
    'Some names contain characters that the font of this document does not have. A replacement character is shown; the web page and the other formats show them.',
  otherTarget: (requested: string, product: string, evaluated: string): string =>
    `A target of level ${requested} was requested. The highest level of ${product} is ${evaluated}, so it was evaluated against that.`,
  verdicts: 'What the verdicts mean',
  severities: 'What the severities mean',
} as const

/** What levels mean, and how they are reached. */
export const LEVELS = {
  title: 'What the levels mean',
  byRow: (one: string): string =>
    `Each requirement has its own level. A reading of the tenant shows level 3 if all of its checks hold, which is the most that it can show, level 2 if at least one of them holds in part or for at least half of the devices or other things that it counts (people, accounts and roles are not counted by share), and otherwise level 1. If people also answered, the lower of the two counts; the answer alone counts where the reading shows everything in place, and where something that we do not read may do what the tenant does not show. The level of a ${one} is the mean of its requirements, where an unknown one counts as level 1; means are cut to one decimal, not rounded.`,
  byGroup: (one: string): string =>
    `A ${one} reaches a level when everything that this level and those below it ask for is in place, compensated or not applicable; at level 0, something that level 1 asks for is missing; if it is only not known, the level is not known either.`,
  outside:
    'Requirements outside the target are those that only other levels ask for. They earn no points and are not findings, but a level above the target is reached only with them.',
} as const

/** Heads of the columns of tables. */
export const COLUMNS = {
  couldBe: 'Could be',
  adds: 'Adds',
  level: 'Level',
  known: 'Known',
  overall: 'Overall',
  completed: 'Completed',
  target: 'Target',
  score: 'Score',
  requirement: 'Requirement',
  group: 'In',
  was: 'Was',
  is: 'Is',
  byReading: 'By reading',
  byPeople: 'By people alone',
  notKnown: 'Not known',
  all: 'All',
  cameTo: 'Came to',
  checks: 'Checks',
  each: 'Each earns',
  points: 'Points',
  total: 'Total',
  effectiveOrAlternate: 'In place or compensated',
  knownOf: (known: number, inScope: number): string => `${known} of ${inScope}`,
  range: (lowest: string, highest: string): string => `${lowest} to ${highest}`,
  scoreTable: 'The score line by line',
  knownTable: 'Checks by source: read from the tenant at least in part, answered by people alone, or not known',
  trendTable: 'Run by run',
  pointsTable: (group: string): string => `Points of ${group}`,
} as const

/** What the result means, in sentences. */
export const MEANING = {
  score: (score: number, ceiling: number): string =>
    `Of 100 points for what the target asks, the organisation earns ${score}${
      ceiling > score ? `, and could earn up to ${ceiling} if everything still unknown were in place` : ''
    }.`,
  mean: (level: string, groups: string | undefined, target: string): string =>
    `Maturity reached: level ${level}${groups === undefined ? '' : `, the mean of all ${groups}`}; the target is level ${target}.`,
  notKnown: (target: string): string => `The maturity level reached is not known yet; the target is level ${target}.`,
  bare: (level: string, top: string, groups: string, target: string): string =>
    `Maturity: level ${level} of ${top}, the lowest, as the mean of all ${groups}; the target is level ${target}.`,
  lowest: (level: string, target: string, groups: string, there: number, of: number): string => {
    const reached =
      there === 0
        ? 'none has reached the target yet'
        : `${there} of ${of} ${there === 1 ? 'has' : 'have'} reached the target`
    const why = there === of ? '' : ` The lowest of all ${groups} sets the level, and ${reached}.`
    return `The maturity level reached is ${level}${Number(level) > Number(target) ? `, above the target of ${target}` : `; the target is ${target}`}.${why}`
  },
  extremes: (weak: readonly string[], group: string, strong: string | undefined): string =>
    [
      ...(weak.length > 0 ? [`Largest known ${weak.length === 1 ? 'gap' : 'gaps'}: ${listText(weak)}.`] : []),
      ...(strong === undefined ? [] : [`Strongest ${group}: ${strong}.`]),
    ].join(' '),
  named: (group: string, score: number): string => `${group} (${score} of 100)`,
  atBest: (group: string, score: number, ceiling: number): string =>
    `${group} (${score} of 100${ceiling > score ? `, at best ${ceiling}` : ''})`,
  accepted: (count: number): string =>
    count === 1
      ? 'One requirement falls short and is accepted as a risk: it earns no extra points and is not a finding.'
      : `${count} requirements fall short and are accepted as risks: they earn no extra points and are not findings.`,
  unknown: (unknown: number, inScope: number, points: string): string => {
    const [they, are, failures] =
      unknown === 1 ? ['It earns', 'is', 'a failure, and is'] : ['They earn', 'are', 'failures, and are']
    return `${unknown} of ${plural(inScope, 'check')} ${are} unknown. ${they} ${points}, but ${are} never counted as ${failures} listed below.`
  },
  contradictions: (count: number): string =>
    `In ${plural(count, 'check')} the tenant contradicts what people answered. The reading counts there; please review the answers.`,
  /** Ends the sentence before it: the rows that it counts. */
  listed: (sentence: string): string => `${sentence.replace(/\.$/, '')}:`,
  doubts: (count: number): string =>
    `In ${plural(count, 'check')} the tenant shows less than people answered. The answers count there; please review them.`,
} as const

/** How the score is calculated. */
export const SCORE = {
  lead: (one: string, level: string, isWhole: boolean): string =>
    `For each ${one}: how much of what level ${level} asks for is in place, from 0 to 100. Every ${one} counts the same, and the score is their average${isWhole ? '' : `; a ${one} in which nothing applies is left out`}.`,
  credit: {
    'levels-reached':
      'A check in place earns all of its points, one partly in place its share (at most 90%, or half if nothing was counted, and nothing while people must still answer for the rest), and one missing or unknown none.',
    maturity:
      'A check earns its level as a share of the target: all of its points at the target, none if nothing is known.',
  },
  lowest: (score: number, level: string, target: string, share: string): string =>
    `${score} is the lowest score once everything is known: with target level ${target}, level ${level} earns ${share} of the points, and what is unknown earns none.`,
  missingEarns: (level: string, target: string, share: string): string =>
    `A missing check still earns ${share} of its points: it counts as level ${level}, and the target is level ${target}.`,
  partlyEarns: (count: number, level: string, target: string, share: string): string => {
    const [checks, counts, its] =
      count === 1 ? ['check that is', 'counts', 'its'] : ['checks that are', 'count', 'their']
    return `${count} ${checks} partly in place ${counts} as level ${level} until people answer; with target level ${target}, that earns ${share} of ${its} points.`
  },
  shownInPart: (count: number, isByPeople: boolean): string => {
    const [checks, are, they] = count === 1 ? ['check', 'is', 'it earns'] : ['checks', 'are', 'they earn']
    return isByPeople
      ? `${count} ${checks} ${are} known in part; ${they} points while the rest is open.`
      : `Microsoft 365 shows part of ${count} ${checks}; ${they} points even before people answer.`
  },
  /** What level 1 earns of a target, by that level. */
  shareOf: (target: number): string | undefined => ['half', 'a third', 'a quarter', 'a fifth'][target - 2],
  couldBe: '“Could be” counts every unknown check as in place.',
  adds: (one: string, max: string): string =>
    `“Adds” is what a ${one} contributes to the score, at most ${max} points.`,
  ofGroup: (points: string): string => `How its ${points} points are calculated`,
  ofGroupLead: (max: string, checks: number, each: string, left: number): string =>
    `${max} at most: ${plural(checks, 'check that applies', 'checks that apply')}, ${each} each${
      left > 0 ? `; ${left} that ${left === 1 ? 'does' : 'do'} not apply` : ''
    }`,
  fewOrNone: 'few or no points',
  none: 'no points',
} as const

/** The trend over runs, and what changed since the last. */
export const TREND = {
  first: 'This is the first completed run. From the next one on, this section shows how the score changes.',
  thisRun: ', this run',
  over: (runs: number, day: string): string => `${plural(runs, 'assessment')} since ${day}`,
  manyTargets: (over: string): string =>
    `${over}. They had different targets, so not all of their scores are comparable.`,
  same: (over: string, span: string): string => `${over}: the score is ${span}, the same as at the start.`,
  moved: (over: string, from: number, to: number): string =>
    `${over}: the score ${to > from ? 'rose' : 'fell'} from ${from} to ${to}, by ${plural(Math.abs(to - from), 'point')}.`,
  /** `certain` points are sure, whatever the unknown turns out to be. */
  spans: (over: string, from: string, to: string, certain: number): string => {
    const by =
      certain === 0 ? '' : `, at least ${plural(Math.abs(certain), 'point')} ${certain > 0 ? 'higher' : 'lower'}`
    return `${over}: the score was ${from} and is ${to}${by}.`
  },
  earnedInPart: 'A check that Microsoft 365 shows in part earns points before it is known.',
} as const

export const CHANGES = {
  since: 'What changed since',
  thenTo: 'then',
  counted: (title: string, count: number): string => `${title}: ${plural(count, 'check')}`,
  more: (count: number): string => `${count} more`,
  moreBelow: (count: number): string => `And ${count} more, each with its verdict below.`,
  becameBetter: (count: number): string => `${plural(count, 'check')} became better`,
  becameWorse: (count: number): string => `${plural(count, 'check')} became worse`,
  changedByAnswer: (count: number): string => `${plural(count, 'check')} changed by an answer`,
  changedOtherwise: (count: number, how: string): string => `${plural(count, 'check is', 'checks are')} ${how}`,
  none: 'no check changed',
  otherTarget: (before: string, now: string, changes: string): string =>
    `The previous run had another target, level ${before}, so the two scores are not comparable. Of what level ${now} asks for, ${changes}.`,
  sameScore: (span: string, changes: string): string => `The score is ${span}, as before: ${changes}.`,
  scored: (from: string, to: string, changes: string): string => `The score went from ${from} to ${to}: ${changes}.`,
  spans: (from: string, to: string, changes: string): string => `The score was ${from} and is ${to}: ${changes}.`,
  causes: {
    nowKnown: 'what is now known',
    nowUnknown: 'what is now unknown',
    answered: 'what people have answered since',
    changed: 'what was known before and changed',
    applicability: 'what began or ceased to apply',
  },
  moved: (what: string, points: number): string =>
    `${what} ${points > 0 ? 'adds' : 'takes away'} ${plural(Math.abs(points), 'point')}`,
  /** Follows what moved the score. */
  bare: ' All of its points are those of the lowest level.',
  movedBy: (causes: readonly string[]): string => `${capitalize(listText(causes))}.`,
  nowKnown: 'now known',
  nowUnknown: 'now unknown',
  kinds: {
    ended: 'no longer applicable',
    began: 'now applicable',
    otherReason: 'unknown for another reason',
    otherTarget: 'evaluated against another target',
  },
  atLevel: (verdict: string, level: number): string => `${verdict}, level ${levelText(level)}`,
  /** Of what a reading shows in part. */
  countsAs: (verdict: string, level: number): string =>
    `${verdict}, counts as level ${levelText(level)} until people answer`,
} as const

/** What is known, from where, and what would make the rest known. */
export const KNOWN = {
  lead: (counts: {
    inScope: number
    fromTenant: number
    fromPeople: number
    unknown: number
    isPartRead: boolean
  }): string => {
    const { inScope, fromTenant, fromPeople, unknown, isPartRead } = counts
    if (fromTenant + fromPeople === 0) return `None of ${plural(inScope, 'check')} for the target is known.`
    const sources = [
      ...(fromTenant > 0 ? [[fromTenant, 'by reading Microsoft 365'] as const] : []),
      ...(fromPeople > 0 ? [[fromPeople, 'by people alone'] as const] : []),
    ].map(([count, by], index) => `${index > 0 ? count : plural(count, 'was answered', 'were answered')} ${by}`)
    const rest = unknown === 0 ? 'none is unknown' : `${plural(unknown, 'is', 'are')} unknown`
    const inPart = fromPeople > 0 && isPartRead ? ' What the tenant shows only in part counts as read.' : ''
    return `Of ${plural(inScope, 'check')} for the target, ${listText([...sources, rest])}.${inPart}`
  },
  earns: (points: string): string => `What is unknown earns ${points} and is not a finding.`,
  duplicates: (groups: string): string => `A requirement in several ${groups} is a check in each of them.`,
  approval: (names: readonly string[]): string => {
    const these = names.length === 1 ? 'this permission' : 'these permissions'
    return `No administrator of the tenant has approved ${these}: ${names.join(', ')}. An administrator of the tenant can approve again through a new consent link; the next run then reads more.`
  },
  toReview: (count: number): string => `Answers to review: ${plural(count, 'check')}`,
  review: 'What the tenant shows speaks against these answers. Review them with the people who gave them.',
  inGroup: (group: string, count: number): string => `${group} (${count}):`,
  /** Of what could not be read, if a permission would show some of it. */
  nextIfApproved:
    'Answer the questions, or have what is named here approved: an answer counts as reported until the tenant shows it.',
  kind: (title: string, rows: number): string => `${title}: ${plural(rows, 'check')}`,
  kinds: {
    absent: {
      title: 'Not shown by the tenant',
      next: 'What was read does not show these in place, but something that we do not read may put them in place, such as group policy or another product. Answer the questions: the answers count as reported.',
    },
    no_visibility: {
      title: 'Could not be read',
      next: 'Answer the questions: an answer counts as reported until the tenant shows it.',
    },
    not_licensed: {
      title: 'Not licensed',
      next: 'Reading these needs a licence that the tenant does not have. If another product does the same, answer the questions: the answers count as reported.',
    },
    not_assessed: {
      title: 'Waiting for an answer',
      next: 'The tenant shows a part of these at most. Answer the questionnaire, and the next run counts the answers.',
    },
  },
} as const
