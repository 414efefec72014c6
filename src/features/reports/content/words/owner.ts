import type { Meaning } from '../../../../shared/charts/drawing.ts'
import { addQuarters, lastMonthText, quarterText } from '../../../../shared/dates/quarter.ts'
import { levelText, listText, plural } from './language.ts'

type CheckState = 'inPlace' | 'partly' | 'missing' | 'unknown' | 'notApplicable'

/** All texts of the owner's edition that other editions do not have. */
const allCritical = (count: number): string =>
  count === 1 ? 'the critical weakness' : count === 2 ? 'both critical weaknesses' : `all ${count} critical weaknesses`

export const OWNER = {
  meaning: 'What it means',
  levelUnknown: (target: number): string =>
    `The agreed target is maturity level ${levelText(target)}; which level is reached is not known yet.`,
  levelLowest: (level: number, top: number, target: number, state: 'reached' | 'open' | 'missed'): string =>
    `The agreed target is maturity level ${levelText(target)}; ${
      state === 'open'
        ? `nothing contradicts it, but so far only level ${levelText(level)} of ${levelText(top)}, the lowest, is certain.`
        : `so far it is level ${levelText(level)} of ${levelText(top)}, the lowest.`
    }`,
  level: (level: number, target: number, state: 'reached' | 'open' | 'missed'): string =>
    level >= target && state !== 'reached'
      ? `The agreed target is maturity level ${levelText(target)}. On average, level ${levelText(level)} is ${state === 'missed' ? 'reached, but not in every part' : 'confirmed, but not yet in every part'}.`
      : level > target
        ? `The agreed target is maturity level ${levelText(target)}; level ${levelText(level)}, which is above it, is reached.`
        : level === target
          ? `The agreed target is maturity level ${levelText(target)}, and level ${levelText(level)} is reached.`
          : state === 'open'
            ? `The agreed target is maturity level ${levelText(target)}; nothing contradicts it, but ${level === 0 ? 'no level' : `only level ${levelText(level)}`} is confirmed so far.`
            : `The agreed target is maturity level ${levelText(target)}; ${level === 0 ? 'no level' : `level ${levelText(level)}`} is reached so far.`,
  counts: ({ inPlace, partly, missing, unknown, notApplicable }: Readonly<Record<CheckState, number>>): string =>
    `Of everything that the target asks for, ${listText([
      `${inPlace === 0 ? 'no check is' : plural(inPlace, 'check is', 'checks are')} in place`,
      ...(partly > 0 ? [`${plural(partly, 'is', 'are')} partly in place`] : []),
      ...(missing > 0 ? [`${plural(missing, 'is', 'are')} missing`] : []),
      ...(unknown > 0 ? [`${plural(unknown, 'is', 'are')} not known`] : []),
      ...(notApplicable > 0 ? [`${plural(notApplicable, 'does', 'do')} not apply`] : []),
    ])}.`,
  unknown: (points: string): string =>
    `What is not known earns ${points} and is not counted as a gap. An attacker may know it already.`,
  meaningOfAll: 'For each framework, these are the checks that its target asks for, and the state of each area.',
  trend: 'Your score so far',
  protected: (inPlace: number, notApplicable: number): string =>
    inPlace === 1
      ? `The one check${notApplicable > 0 ? ' that applies' : ''} is in place.`
      : `All ${plural(inPlace, 'check')}${notApplicable > 0 ? ' that apply' : ''} are in place.`,
  areas: 'Area by area',
  area: 'Area',
  purpose: 'What it is for',
  state: 'State',
  costs: 'What inaction costs',
  /** Which areas these are, by whether some, all or none of them have critical gaps. */
  costsLead: {
    some: 'Areas with critical gaps come first, then those where most is missing. This is what they can lead to.',
    /** Where a general area with critical gaps stands after others. */
    general:
      'Areas with critical gaps come first, then those where most is missing; general ones come last. This is what they can lead to.',
    all: 'These are the areas with the most critical gaps, and what they can lead to.',
    none: 'These are the areas where most is missing, and what that can lead to.',
  },
  plan: 'The plan, quarter by quarter',
  /** In a technician's working days a quarter: for everything, and for quick wins of it. */
  planLead: (days: number, forQuickWins: number): string =>
    `Critical gaps come first, however long they take, then up to ${forQuickWins} technician days of quick wins a quarter. Larger changes fill what is left of ${days} days.`,
  planPurchases: 'Changes that need a new licence start a quarter later, which leaves time to buy it.',
  planProjects: 'A project takes more than two weeks.',
  planScores: 'Scores assume that all is done.',
  /** Frameworks of which too little is known. */
  noScores: (frameworks: readonly string[]): string =>
    `Too little is known to foresee the score${frameworks.length === 1 ? '' : 's'} in ${listText(frameworks)}.`,
  scoreByThen: (scores: string): string => `Score by then: ${scores}`,
  scoreAtEnd: (scores: string): string => `Score once all is done: ${scores}`,
  ofHundred: (score: string): string => `${score} of 100`,
  inEach: (score: string): string => `${score} of 100 in each framework`,
  scoreIn: (framework: string, score: string): string => `${framework} ${score}`,
  /** In place of a plan, where nothing is known to be missing. */
  now: 'What to do now',
  nothing:
    'Nothing needs fixing, and we need nothing from you. People, devices and attacks change: the next assessment shows whether it stays that way.',
  /** `ways`: what would make more known. */
  nothingYet: (ways: readonly (keyof typeof WAYS)[]): string => {
    const [first = '', ...others] = ways.map((way) => WAYS[way])
    const start = `${first.charAt(0).toUpperCase()}${first.slice(1)}`
    return `No gap is known, so nothing needs fixing yet. Unknown areas may hide gaps. ${
      first === ''
        ? 'The next assessment tries to read them again.'
        : `${listText([start, ...others])} would show them${ways.includes('permission') ? '' : '; no technician is needed'}.`
    }`
  },
  quarter: (year: number, quarter: number): string => quarterText(`${year}-Q${quarter}`),
  after: (year: number, quarter: number): string => `After ${lastMonthText(addQuarters(`${year}-Q${quarter}`, -1))}`,
  later: (
    count: number,
    kinds: readonly (readonly [kind: keyof typeof KINDS, count: number])[],
    { names, hasOthers }: { names: readonly string[]; hasOthers: boolean },
  ): string =>
    `${plural(count, 'further change')}: ${listText(
      kinds.map(([kind, its]) => `${kinds.length === 1 ? 'all' : its} ${KINDS[kind][its === 1 ? 0 : 1]}`),
    )}, ${hasOthers ? 'above all in' : 'in'} ${listText(names)}.`,
  laterList: 'What they are',
  /** A single one is named. */
  more: (titles: readonly string[]): string => {
    const [first = '', ...others] = titles
    const count = `and ${plural(titles.length, 'more change', 'more changes')}`
    return others.length > 0 ? count : `${count}: ${first.charAt(0).toLowerCase()}${first.slice(1)}`
  },
  needs: 'What we need from you',
  /** Missing permissions are approved by an administrator. */
  needsLead: (count: number, hasPermissions: boolean): string =>
    count === 1
      ? `This takes a decision or somebody’s time.${hasPermissions ? '' : ' It needs no technician.'}`
      : `Each of these takes a decision or somebody’s time.${hasPermissions ? '' : ' None needs a technician.'}`,
  answers: (count: number): string => `The people who can answer ${plural(count, 'question')}`,
  answersHow: (areas: readonly string[]): string =>
    `Some protection is done by people and does not show in any setting. Tell us who can answer; each question takes about a minute.${
      areas.length > 1 ? ` The questions are about ${listText(areas)}.` : ''
    }`,
  approvalHow:
    'We can then read more of your settings. An administrator of your Microsoft 365 approves this in five minutes, and nothing changes in your systems.',
  /** How many licences changes of the plan need, how many would show more, and how many it is together. */
  licences: (toBuy: number, toKnow: number, all: number): string =>
    [0, all].includes(toBuy) && [0, all].includes(toKnow)
      ? `A decision about ${plural(all, 'licence')}`
      : `A decision about ${plural(all, 'licence')}: ${toKnow} to see more, ${toBuy} for changes in the plan${toKnow + toBuy > all ? `, ${toKnow + toBuy - all} of them for both` : ''}`,
  /** Licences that changes of the plan need, with how many, and licences without which something stays unknown. */
  licencesHow: (toBuy: readonly (readonly [name: string, changes: number])[], toKnow: readonly string[]): string =>
    [
      ...(toBuy.length > 0 ? [`${listText(toBuy.map(licenceNeed))}, which you do not have.`] : []),
      ...(toKnow.length > 0 ? [withoutLicences(toBuy, toKnow)] : []),
      'If you use another product for this, tell us: it counts too.',
    ].join(' '),
  critical: (count: number): string => `Your approval of ${plural(count, 'critical change')}`,
  /** Changes that are critical, and the critical findings of all frameworks. */
  criticalHow: (count: number, findings: number): string =>
    `${count === 1 ? 'It addresses' : 'They address'} ${allCritical(findings)}. Work may be interrupted briefly; waiting is the greater risk.`,
  /** Critical changes that are larger are part of the approval, which then stands above it. */
  time: (count: number, hasCritical: boolean): string =>
    `Time for ${count} ${hasCritical ? 'other ' : ''}larger ${count === 1 ? 'change' : 'changes'} within the year of the plan`,
  timeHow: (count: number): string =>
    `${count === 1 ? 'It needs' : 'Each needs'} a date that suits the business, and a message to your people beforehand.`,
  next: 'Next steps',
  words: (partner: string): string => `From ${partner}`,
  decisions: 'What we decide',
  decision: 'Decision',
  doneBy: 'Who',
  byWhen: 'By when',
  meeting: 'Our next meeting',
  when: 'Date and time',
  where: 'Place or link',
  who: 'Who takes part',
} as const

/** What stays unknown without licences; those that were just named are not named again. */
function withoutLicences(
  toBuy: readonly (readonly [name: string, changes: number])[],
  toKnow: readonly string[],
): string {
  const isNamed = toBuy.length === toKnow.length && toBuy.every(([name]) => toKnow.includes(name))
  if (!isNamed) return `Without ${listText(toKnow)}, part of the picture stays unknown.`
  return `Without ${toKnow.length === 1 ? 'it' : 'them'}, part of the picture also stays unknown.`
}

const licenceNeed = ([name, changes]: readonly [name: string, changes: number], index: number): string =>
  `${index === 0 ? `${plural(changes, 'change')} in the plan` : changes} ${changes === 1 ? 'needs' : 'need'} ${name}`

/** What an action is that comes later, in the singular and plural. */
const KINDS = {
  'quick-win': ['is a quick win', 'are quick wins'],
  planned: ['takes days', 'take days'],
  project: ['is a project', 'are projects'],
} as const

/** What would make more of a result known, as a subject. */
const WAYS = {
  permission: 'approving the missing permissions',
  question: 'answering the questions',
  licence: 'deciding about the missing licences',
} as const

/** The state of an area, by what share of what is known of it is in place and missing. */
export const STATES = {
  done: { state: 'In place', meaning: 'in-place' },
  nearly: { state: 'Nearly there', meaning: 'partly' },
  partly: { state: 'Partly in place', meaning: 'partly' },
  missing: { state: 'Mostly not in place', meaning: 'missing' },
  allMissing: { state: 'Not in place', meaning: 'missing' },
} as const satisfies Record<string, { state: string; meaning: Meaning }>

/** How much of an area is not known: added to its state, or in its place. */
export const UNKNOWN_STATES = {
  part: (state: string): string => `${state}, part not known`,
  half: (state: string): string => `${state}, half not known`,
  mixedHalf: 'Half not known',
  mostly: 'Mostly not known',
  all: 'Not known',
} as const

/** What can happen if a group of requirements is not met. */
interface Consequence {
  says: string
  /** What groups of several frameworks have in common whose consequences are the same. */
  subject?: 'sign-in' | 'administrators' | 'loss' | 'intruders'
  /** Says less than the groups of frameworks about single protections. */
  isGeneral?: true
}

/** By the id of the group. */
export const CONSEQUENCES: Readonly<Record<string, Consequence>> = {
  'patch-applications': {
    says: 'A flaw in an everyday program can stay open for weeks after its fix came out, and opening one wrong page or document is then enough.',
  },
  'patch-operating-systems': {
    says: 'Computers without current fixes can be taken over remotely, and one of them opens the way to the others.',
  },
  'multi-factor-authentication': {
    says: 'One guessed or stolen password can be enough to read mail, change bank details on invoices and write to customers in your name.',
    subject: 'sign-in',
  },
  'restrict-administrative-privileges': {
    says: 'An attacker with one powerful account can switch off protection, read everything and lock everybody out.',
    subject: 'administrators',
  },
  'application-control': { says: 'A program that nobody approved can run, ransomware included.' },
  'restrict-office-macros': {
    says: 'A document in an email can contain a program that takes over the computer on which it is opened.',
  },
  'user-application-hardening': {
    says: 'Browsers and Office have features that nobody at work uses and that attackers try first.',
  },
  'regular-backups': {
    says: 'After ransomware, a mistake or a fire, data may be lost permanently, and with it days or weeks of business.',
    subject: 'loss',
  },
  govern: {
    says: 'Where nobody decides which risks are acceptable, money goes to the loudest problem instead of the largest.',
  },
  identify: {
    says: 'Nobody protects what nobody knows about: attackers get in through forgotten devices, accounts and suppliers.',
  },
  protect: {
    says: 'Where a basic protection is missing, ordinary attacks that need no special skill get through.',
    isGeneral: true,
  },
  detect: {
    says: 'An intruder can read everything for months before anybody notices, and the damage grows every day.',
    subject: 'intruders',
  },
  respond: {
    says: 'When an incident happens, the first hours can be lost finding out who does what, and reporting deadlines can be missed.',
  },
  recover: {
    says: 'Getting back to work can take longer than it must, and some data may never come back.',
    subject: 'loss',
  },
  'legacy-authentication': {
    says: 'Old sign-in methods only ask for a password, so every other protection can be bypassed.',
  },
  risk: { says: 'An account that shows signs of being stolen can keep working, and with it the thief’s access.' },
  'strong-authentication': {
    says: 'A convincing email can be enough to get past the sign-in and into mailboxes and files.',
    subject: 'sign-in',
  },
  logs: { says: 'After an incident, nobody may be able to say what was read, changed or taken.', subject: 'intruders' },
  applications: {
    says: 'A stranger’s app can be let in with one click and read mail and files from then on, whatever the password.',
  },
  passwords: { says: 'People fall back on passwords that are easy to guess.' },
  'highly-privileged-access': {
    says: 'An attacker with one powerful account can take over all of your Microsoft 365 before anybody is alerted.',
    subject: 'administrators',
  },
  guests: {
    says: 'People from outside may see more than they need, and some of them may have left their company long ago.',
  },
  agents: { says: 'AI agents can be controlled by somebody else without anyone noticing.' },
}
