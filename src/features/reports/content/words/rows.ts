import type { Answer, LevelAnswer } from '../../../../engine/model/questionnaire.ts'
import { listText, plural } from './language.ts'

/** Texts of the full edition about one requirement and its evidence. */

/** `an answer of “no”`; of an unknown one only that there is one. */
const answerText = (answer: string): string => (answer === '' ? 'an answer' : `an answer of ${answer}`)

/** How good the evidence is, and where a verdict is from. */
export const EVIDENCE = {
  title: 'How good the evidence is',
  lead: 'The quality of evidence uses the terms of ASD’s Essential Eight assessment process guide. Its highest level, “excellent”, requires a test that simulates the attack, which no reading can replace. This rates how a verdict is known, not how secure the tenant is.',
  good: { name: 'Good', meaning: 'configuration read from the tenant itself', raise: '' },
  fair: {
    name: 'Fair',
    meaning: 'an answer with a report or screenshot attached',
    raise: 'Settings that the tenant itself shows are good evidence.',
  },
  poor: {
    name: 'Poor',
    meaning: 'an answer without a file, or a recorded control',
    raise: 'Attach a report or screenshot to the answer.',
  },
  counted: (name: string, count: number): string => `${name}: ${plural(count, 'check')}`,
  all: (name: string, count: number): string =>
    count === 1
      ? `The only known check rests on ${name.toLowerCase()} evidence`
      : `All ${count} known checks rest on ${name.toLowerCase()} evidence`,
  meaning: (meaning: string): string => (meaning === '' ? '' : `, ${meaning}`),
  notGood: (count: number, read: number): string =>
    `${count} of the ${plural(read, 'check')} answered by reading ${count === 1 ? 'does' : 'do'} not have good evidence.`,
  allInPart: (read: number): string =>
    `The tenant shows only a part of ${read === 1 ? 'the only check' : `each of the ${read} checks`} answered by reading, and what people state decides it.`,
  /** After some that do not have good evidence. */
  inPart: 'The tenant shows only a part of such a check, and what people state decides it.',
  /** Before the rows, so that only those with another source name it. */
  sources: 'A verdict is read from the tenant itself, which is good evidence, unless its row names another source.',
  openSource:
    '“The tenant, open to an answer” means that the tenant does not show it in place, but something that we do not read may put it in place. An answer that names it then counts.',
  /** After where a verdict is from. */
  answeredBy: (giver: string): string => `, by ${giver}`,
  answeredOn: (day: string): string => `, on ${day}`,
  /** Before the rows, where all answers are from the same person and day. */
  allAnswered: (by: string): string => `All answers: ${by}.`,
  absent: 'the tenant, open to an answer',
  blind: 'the part of the tenant that we could read',
  reported: (answer: string): string => answerText(answer),
  recorded: 'what was recorded',
  seenAndRecorded: 'the tenant itself, and what was recorded',
  answer: 'an answer',
  seenAndReported: (answer: string): string => `the tenant itself and ${answerText(answer)}`,
  withQuality: (source: string, quality: string): string => `${source} (${quality} evidence)`,
  /** Of an answer that counts. */
  showsLess: (answer: string): string =>
    `The tenant shows less; ${answer === '' ? 'the answer' : `the answer of ${answer}`} counts.`,
  answerCounts: 'The answer counts, as reported.',
  readingCounts: 'The reading counts.',
  hint: 'This is a hint: it decides nothing and earns nothing until people answer.',
  decidedNothing: 'This did not decide the verdict: the answer counts.',
  at: 'at',
  collected: 'collected',
  readings: (count: number): string => `Evidence: ${plural(count, 'reading')}`,
  moreReadings: (count: number): string =>
    `and ${plural(count, 'more reading', 'more readings')}, stored with the result`,
  morePlaces: (count: number): string => `and ${plural(count, 'more place', 'more places')}`,
  read: (readings: string, instant: string): string => `${readings}, read ${instant}`,
} as const

/** One requirement: the terms of its facts, and the titles of lists of requirements. */
export const ROW = {
  counted: (title: string, count: number): string => `${title} (${count})`,
  outside: (count: number, levels: string): string =>
    `Outside the target: ${plural(count, 'requirement')} that only ${levels} ${levels.startsWith('levels') ? 'ask' : 'asks'} for`,
  groupUnknown: (target: string, inScope: number): string =>
    `Level not known, target ${target} · 0 of ${inScope} known`,
  nothingAsked: (target: string): string => `Level ${target} asks for nothing here`,
  group: (level: string, target: string, score: number, known: number, inScope: number): string =>
    `Level ${level === '' ? 'not known' : level}, target ${target} · ${score} of 100 · ${known} of ${inScope} known`,
  found: 'Found',
  /** Readings that fall short as well, but less than what decides the row. */
  alsoFound: 'Also found',
  /** Readings that hold, where nothing else that the row states does. */
  inPlace: 'In place',
  whyUnknown: 'Why unknown',
  answered: 'People answered',
  /** In place of `found` and `answered` where readings show only what is in place, and the answer falls short. */
  met: 'Met as far as read',
  answeredForRest: 'Answer for the rest',
  answeredBy: 'Answered by',
  answeredOn: 'Answered on',
  answer: (answer: Answer | LevelAnswer): string =>
    typeof answer === 'number' ? `Level ${answer}.` : `“${answer === 'not_applicable' ? 'Not applicable' : answer}”.`,
  given: (answer: string): string => `answer: ${answer}`,
  givenOverruled: (answer: string): string => `answer: ${answer}, but the reading counts`,
  tenantShows: 'The tenant shows',
  hint: 'Hint',
  expected: 'Expected',
  holdsFor: 'In place for',
  /** Why a share and the verdict beside it do not look alike; each follows the share and a comma. */
  lowestOf: (readings: number): string => `the lowest of ${readings} readings`,
  tooFew: 'too few',
  oneIsEnough: 'one account left out is enough to fail',
  anotherIsLower: 'another reading is lower',
  administratorLeft: 'an administrator is left out',
  answeredLevel: (level: LevelAnswer): string => `people answered level ${level}`,
  restUnanswered: 'what the tenant does not show is not answered yet',
  earnsNothingYet: 'earns nothing until people answer for the rest',
  inItsPlace: 'In its place',
  decided: 'Decided',
  whatToDo: 'What to do',
  affected: 'Affected',
  /** Between the number of the affected and the requirement that lists the same ones. */
  sameAs: 'the same as for',
  /** After the first list on paper that leaves names out. */
  moreNames: 'The web page and the workbook of this report name up to 100.',
  notSeen: 'Notes',
  evidence: 'Evidence',
  knownFrom: 'Known from',
  readWith: 'Read with',
  category: 'Category',
  points: 'Points',
  acceptedRisk: 'Accepted risk',
  alsoCounts: 'Also counts here',
  alsoCounted: (ids: string): string => `Also counted here, described above: ${ids}`,
  reasons: (section: string): string => `“${section}” gives their reasons.`,
  ofPoints: (points: string, max: string): string => `${points} of ${max}`,
  level: 'Level',
  levelNumber: (level: number): string => `Level ${level}`,
  levelRange: (from: number, to: number): string => `${from} to ${to}, until everything is known`,
  levelRead: (read: number, counted: number): string => `${read} by reading, counts as ${counted} until people answer`,
  levelAtBest: (level: number, atBest: number): string => `${level}, at best ${atBest} by reading`,
  askedAt: 'Asked for at',
  noLevel: 'no level',
  withKeyword: (levels: string, keyword: string): string => `${levels} (${keyword})`,
  published: 'Published text',
  oneLevel: (level: number): string => `level ${level}`,
  levelsTo: (first: number, last: number): string => `levels ${first} to ${last}`,
  levels: (levels: readonly number[]): string => `levels ${listText(levels.map(String))}`,
} as const
