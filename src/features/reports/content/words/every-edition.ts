import { DEFAULT_THRESHOLDS } from '../../../../engine/model/check.ts'
import type { Effort } from '../../../../engine/model/remedy.ts'
import type { Severity, Verdict } from '../../../../engine/model/verdict.ts'
import type { Meaning } from '../../../../shared/charts/drawing.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { levelText, listText, plural } from './language.ts'

const SPAN_KEY: Readonly<Record<Meaning, string>> = {
  'in-place': 'reached',
  unknown: 'still possible',
  missing: 'lost',
  partly: '',
  'not-applicable': 'for the lowest level',
  known: '',
}

/** Texts that every edition has: those of the first screen, of the charts, and names. */
export const COMMON = {
  glance: 'At a glance',
  assessment: 'Security assessment',
  assessmentBy: (product: string): string => `${product} assessment`,
  skip: 'Skip to the result',
  contents: 'Contents',
  subject: (frameworks: string, day: string): string => `Security assessment against ${frameworks}, completed ${day}`,
  reportTitle: (product: string, customer: string): string => `${product} assessment of ${customer}`,
  score: 'Score',
  ofHundred: 'of 100',
  gaugeAlt: (span: string): string => `Score ${span} of 100.`,
  /** Under the gauge, in points. */
  spanKey: SPAN_KEY,
  level: 'Maturity level',
  levelOf: (level: number, target: number): string => `Level ${levelText(level)}, target ${levelText(target)}`,
  levelNote: {
    above: 'Above the target',
    reached: 'Target reached',
    open: 'Target not confirmed yet',
    missed: 'Target not reached',
  },
  /** Where the level is a mean, strong parts may hide weak ones. */
  onAverage: 'Reached on average only',
  levelUnknown: (target: number): string => `Not known, target ${levelText(target)}`,
  stepsAlt: {
    reached: (level: number, target: number): string =>
      `Level ${levelText(level)} is reached; the target is level ${levelText(target)}.`,
    lowest: (level: number, target: number, top: number): string =>
      `Level ${levelText(level)} of ${levelText(top)}, the lowest; the target is level ${levelText(target)}.`,
    unknown: (_: number, target: number): string =>
      `The level is not known yet; the target is level ${levelText(target)}.`,
  },
  known: 'How much is known',
  knownOf: (share: number, inScope: number): string => `${percentText(share)} of ${plural(inScope, 'check')} answered`,
  knownNote: (read: number, people: number, unknown: number): string =>
    [
      read > 0 && `${read} by reading Microsoft 365`,
      people > 0 && `${people} by people alone`,
      unknown > 0 && `${unknown} not yet`,
    ]
      .filter(Boolean)
      .join(', '),
  findings: 'Findings by severity',
  noFindings: 'No known findings',
  byGroup: (one: string): string => `By ${one}`,
  first: 'What to do first',
  firstStep: 'First step',
  downloads: { pdf: 'Download as PDF', xlsx: 'Excel', csv: 'CSV', json: 'JSON', oscal: 'OSCAL', ocsf: 'OCSF' },
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
  contact: (partner: string, how: string): string => `Questions? Contact ${partner}: ${how}`,
  confidential: (partner: string, customer: string): string => `Confidential. Prepared by ${partner} for ${customer}.`,
} as const

/** Names of meanings in keys and tables. */
export const MEANING_WORDS: Readonly<Record<Meaning, string>> = {
  'in-place': 'In place',
  partly: 'Partly in place',
  missing: 'Not in place',
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

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const severityText = (severity: Severity): string => `${SEVERITY_WORDS[severity]} severity`

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  effective: 'In place',
  partial: 'Partly in place',
  ineffective: 'Not in place',
  alternate: 'Compensated',
  not_applicable: 'Not applicable',
  not_licensed: 'Unknown: no licence',
  no_visibility: 'Unknown: not readable',
  not_assessed: 'Unknown: not answered',
}

export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  effective: `The requirement holds for everyone and practically everything it concerns: ${percentText(DEFAULT_THRESHOLDS.effectiveFrom)} of devices or more.`,
  partial: `It holds for many and earns part of the score, but there are too many exceptions, such as a user, or more than ${percentText(1 - DEFAULT_THRESHOLDS.effectiveFrom)} of devices.`,
  ineffective: `The tenant or an answer shows that it does not hold, or for too few: a single administrator is left out, or it holds for less than ${percentText(DEFAULT_THRESHOLDS.partialFrom)} of devices.`,
  alternate: 'A recorded and approved compensating control replaces it.',
  not_applicable: 'It does not apply to this organisation and is left out of the score.',
  not_licensed: 'The tenant has no licence for the feature that would show it.',
  no_visibility:
    'Nothing that was read decides it: a reading was refused or failed, or something that we do not read may put it in place. This is neither a pass nor a failure.',
  not_assessed: 'The tenant does not show it, and nobody has answered the question yet.',
}

/** Like `VERDICT_MEANINGS`, where each requirement has a level of its own, as far as it differs. */
export const LEVEL_MEANINGS: Readonly<Partial<Record<Verdict, string>>> = {
  effective: 'It is at the level of the target or above.',
  partial:
    'What is known of it is at level 2 or above, but below the target or with a critical weakness. It earns the points of its level.',
  ineffective: 'What is known of it is at level 1, or it does not hold for anything at all.',
}

/** What the groups of a framework are called, by its id. */
export const GROUP_NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'essential-eight': ['strategy', 'strategies'],
  'nist-csf': ['function', 'functions'],
  'scuba-entra': ['section', 'sections'],
}

export const OTHER_GROUPS = ['area', 'areas'] as const

/** The run, as terms. */
export const RUN_TERMS = {
  run: 'Run',
  tenant: 'Tenant',
  framework: 'Framework',
  published: 'Published in',
  requested: 'Requested',
  requestedBy: {
    person: (name: string | undefined): string => name ?? 'a person who has left since',
    key: (partner: string): string => `an API key of ${partner}`,
    distributor: 'an API key of the distributor',
    schedule: 'a schedule',
    operator: 'the operator of the service',
  },
  by: 'by',
  completed: 'Completed',
  version: (name: string, version: string): string => `${name}, version ${version}`,
} as const

/** Accepted risks and compensating controls. */
export const DECISIONS = {
  title: 'Accepted risks and compensating controls',
  lead: 'Decisions of the organisation, each with a reason, an approver and an end date.',
  compensating: {
    title: 'Compensating controls',
    says: 'Another measure that replaces the requirement and earns its points.',
  },
  accepted: {
    title: 'Accepted risks',
    says: 'Risks that the organisation accepts. They are not findings and earn nothing.',
  },
  expired: {
    title: 'Expired',
    says: 'These no longer count. What they covered is evaluated normally until somebody decides again.',
  },
  counted: (title: string, count: number): string => `${title}: ${count}`,
  replaced: 'Counted in place of the requirement.',
  notFinding: 'It is not a finding.',
  restUnknown: 'Whether the rest of the requirement holds is unknown.',
  noEffectYet: 'The tenant’s state is unknown, so it has had no effect yet.',
  notNeeded: 'Not needed: the requirement is met without it.',
  notEnough: 'More falls short than the exception covers, so it is still a finding.',
  approvedBy: 'Approved by',
  approvedOn: (from: string, isExpired: boolean, to: string): string =>
    `on ${from}, ${isExpired ? 'expired on' : 'until'} ${to}.`,
  emergency: 'Emergency accounts',
  setAside: (count: number): string => `Ignored: ${plural(count, 'declared emergency account')}`,
  notFound: 'Declared, but not an account in the tenant that can sign in:',
} as const

/** What prevents a conclusion: how many questions, permissions, licences and other checks. */
export interface Openness {
  questions: number
  permissions: number
  licences: number
  /** Licences that would show a part of what answers alone make known. */
  otherLicences: number
  others: number
}

/** The conclusion of a result, in one sentence. */
export const CONCLUSIONS = {
  tooLittle: (known: string): string =>
    `Too little is known for a verdict: ${known.charAt(0).toLowerCase()}${known.slice(1)}`,
  /** Why too little is known. */
  open: (unknown: number, open: Openness, critical: number, findings: number): string => {
    const known =
      critical > 0
        ? `; ${plural(critical, 'critical weakness is', 'critical weaknesses are')} already certain`
        : findings > 0
          ? `; ${plural(findings, 'weakness is', 'weaknesses are')} already certain`
          : ''
    const on = openText(open)
    const besides =
      open.otherLicences > 0 ? ` (${plural(open.otherLicences, 'more licence')} would show a part of them)` : ''
    return on === ''
      ? `Only ${percentText(1 - unknown)} of the checks are known${known}.`
      : `${unknown === 1 ? 'All' : `${percentText(unknown)} of the`} checks depend on ${on}${besides}${known}.`
  },
  critical: (name: string, count: number): string =>
    `${name} has ${plural(count, 'critical weakness', 'critical weaknesses')} to close now.`,
  met: (name: string, target: string): string => `${name} meets its target, ${target}, in full.`,
  accepted: (name: string, target: string): string =>
    `All weaknesses found at ${name} are accepted as risks, so ${target} is not reached.`,
  unconfirmed: (name: string, target: string): string =>
    `No weakness was found at ${name}, but ${target} cannot be confirmed while parts are unknown.`,
  close: (name: string, gaps: number, target: string): string =>
    `${name} is close: ${plural(gaps, 'gap')} left to reach ${target}.`,
  sound: (name: string, gaps: number, target: string): string =>
    `${name} has a good foundation, with ${plural(gaps, 'gap')} to close for ${target}.`,
  bare: (name: string, target: string): string => `${name} is exposed: nothing that ${target} requires is in place.`,
  exposed: (name: string, target: string): string =>
    `${name} is exposed: most of what ${target} requires is not in place.`,
  inPart: (name: string, gaps: number, target: string): string =>
    `${name} is partly protected: ${plural(gaps, 'gap')} to close for ${target}.`,
  little: (name: string, gaps: number, target: string): string =>
    `Little protection has been confirmed at ${name} so far: ${plural(gaps, 'gap')} to close for ${target}, and much is still unknown.`,
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
  levelNotKnown: 'Not known',
  groupsAlt: (one: string): string =>
    `The checks of each ${one}, by whether they are in place, partly in place, missing or not known.`,
  groupsTable: (one: string): string => `Checks by ${one}`,
  roadmapTable: 'Actions by severity and effort, by their numbers',
  trendTable: { caption: 'Score by assessment', date: 'Date', min: 'At least', max: 'At most' },
  asTable: 'Show as a table',
  trendAlt: (runs: number): string => `The span of the score in the last ${plural(runs, 'run')}.`,
  changesAlt: 'How many checks changed since the previous run, by kind of change.',
  roadmapAlt: 'The numbered actions by severity and effort.',
  changes: {
    better: 'Fixed or better',
    worse: 'Worse',
    answered: 'Changed by an answer',
    nowKnown: 'Now known',
    nowUnknown: 'Now unknown',
    otherwise: 'Other',
  },
} as const
