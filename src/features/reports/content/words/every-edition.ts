import type { Effort } from '../../../../engine/model/remedy.ts'
import type { Meaning } from '../../../../shared/charts/drawing.ts'
import { levelText, listText, percentText, plural } from './language.ts'

/** Texts that every edition has: those of the first screen, of the charts, and names. */
export const COMMON = {
  glance: 'At a glance',
  assessment: 'Security assessment',
  score: 'Score',
  ofHundred: 'of 100',
  gaugeAlt: (span: string): string => `Score ${span} of 100.`,
  /** Under the gauge, in points. */
  spanKey: {
    'in-place': 'proven',
    unknown: 'still possible',
    missing: 'lost',
    partly: '',
    'not-applicable': '',
  } as Readonly<Record<Meaning, string>>,
  level: 'Maturity level',
  levelOf: (level: number, target: number): string => `${levelText(level)} of target ${levelText(target)}`,
  levelNote: (isReached: boolean): string => (isReached ? 'Target reached' : 'Target not reached'),
  stepsAlt: (level: number, target: number): string =>
    `Level ${levelText(level)} is reached; the target is level ${levelText(target)}.`,
  known: 'How much is known',
  knownOf: (share: number, inScope: number): string => `${percentText(share)} of ${plural(inScope, 'check')} answered`,
  knownNote: (tenant: number, people: number, unknown: number): string =>
    `${tenant} by reading the tenant, ${people} by people, ${unknown} not yet`,
  findings: 'Findings by severity',
  noFindings: 'No findings in what is known',
  byGroup: (one: string): string => `By ${one}`,
  first: 'What to do first',
  download: 'Download as PDF',
  confidential: (partner: string, customer: string): string => `Confidential. Prepared by ${partner} for ${customer}.`,
} as const

/** Names of meanings in keys and tables. */
export const MEANING_WORDS: Readonly<Record<Meaning, string>> = {
  'in-place': 'In place',
  partly: 'Partly in place',
  missing: 'Missing',
  unknown: 'Not known',
  'not-applicable': 'Not applicable',
  known: 'Known',
}

export const EFFORT_WORDS: Readonly<Record<Effort, string>> = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  project: 'Project',
}

/** The scale of effort, as the glossary of the report explains it. */
export const EFFORT_MEANINGS: Readonly<Record<Effort, string>> = {
  minutes: 'less than an hour for somebody who knows the product',
  hours: 'less than a day',
  days: 'less than two weeks, with tests and notice to users',
  project: 'longer, or with purchases',
}

/** What keeps a conclusion open: how many questions, permissions, licences and other checks. */
export interface Openness {
  questions: number
  permissions: number
  licences: number
  others: number
}

/** The conclusion of a result, in one sentence. */
export const CONCLUSIONS = {
  tooLittle: (unknown: number, open: Openness, critical: number, findings: number): string => {
    const known =
      critical > 0
        ? `; ${plural(critical, 'critical weakness is', 'critical weaknesses are')} already certain`
        : findings > 0
          ? `; ${plural(findings, 'finding is', 'findings are')} already certain`
          : ''
    const on = openText(open)
    return on === ''
      ? `Too little is known for a verdict: only ${percentText(1 - unknown)} of the checks are known${known}.`
      : `Too little is known for a verdict: ${percentText(unknown)} depends on ${on}${known}.`
  },
  critical: (name: string, count: number): string =>
    `${name} has ${plural(count, 'critical weakness', 'critical weaknesses')} to close now, before anything else.`,
  met: (name: string, target: string): string => `${name} meets its target, ${target}, in full.`,
  accepted: (name: string, target: string): string =>
    `All weaknesses found at ${name} are accepted as risks, which keeps ${target} from being reached.`,
  unconfirmed: (name: string, target: string): string =>
    `No weakness was found at ${name}, but what is still unknown keeps ${target} from being confirmed.`,
  close: (name: string, gaps: number, target: string): string =>
    `${name} is close: ${plural(gaps, 'gap')} left on the way to ${target}.`,
  sound: (name: string, gaps: number, target: string): string =>
    `${name} has a sound base, with ${plural(gaps, 'gap')} to close for ${target}.`,
  exposed: (name: string, target: string): string =>
    `${name} is exposed: most of what ${target} asks for is not in place.`,
  inPart: (name: string, gaps: number, target: string): string =>
    `${name} is protected in part: ${plural(gaps, 'gap')} to close for ${target}.`,
  little: (name: string, gaps: number, target: string): string =>
    `Little protection is confirmed at ${name} so far: ${plural(gaps, 'gap')} to close for ${target}, and much is still unknown.`,
} as const

/** `59 unanswered questions, 2 missing permissions and 1 missing licence`. */
function openText({ questions, permissions, licences, others }: Openness): string {
  return listText(
    [
      questions > 0 && plural(questions, 'unanswered question'),
      permissions > 0 && plural(permissions, 'missing permission'),
      licences > 0 && plural(licences, 'missing licence'),
      others > 0 && plural(others, 'check that could not be read', 'checks that could not be read'),
    ].filter((part) => part !== false),
  )
}

export const CHART_WORDS = {
  level: (level: string): string => `Level ${level}`,
  groupsAlt: (one: string): string =>
    `The checks of each ${one}, by whether they are in place, partly in place, missing or not known.`,
  trendAlt: (runs: number): string => `The span of the score in the last ${plural(runs, 'run')}.`,
  changesAlt: 'How many checks changed since the run before, by kind of change.',
  roadmapAlt: 'The numbered actions by severity and effort.',
  better: 'Fixed or better',
  worse: 'Worse',
  nowKnown: 'Now known',
  nowUnknown: 'No longer known',
  otherwise: 'Other',
} as const
