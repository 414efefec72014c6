import type { Meaning } from '../../../../shared/charts/drawing.ts'
import { addQuarters, lastMonthText, quarterText } from '../../../../shared/dates/quarter.ts'
import { levelText, listText, plural } from './language.ts'

/** All texts of the owner's edition that other editions do not have. */
export const OWNER = {
  meaning: 'What it means',
  level: (level: number, target: number, state: 'reached' | 'open' | 'missed'): string =>
    level >= target && state !== 'reached'
      ? `The agreed target is maturity level ${levelText(target)}. On average, level ${levelText(level)} is ${state === 'missed' ? 'reached, but not in every part' : 'confirmed, but not yet in every part'}.`
      : level >= target
        ? `The agreed target is maturity level ${levelText(target)}, and level ${levelText(level)} is reached.`
        : state === 'open'
          ? `The agreed target is maturity level ${levelText(target)}; nothing contradicts it, but ${level === 0 ? 'no level' : `only level ${levelText(level)}`} is confirmed so far.`
          : `The agreed target is maturity level ${levelText(target)}; ${level === 0 ? 'no level' : `level ${levelText(level)}`} is reached so far.`,
  counts: (inPlace: number, partly: number, missing: number, unknown: number): string =>
    `Of everything that the target asks for, ${listText([
      `${inPlace === 0 ? 'no check is' : plural(inPlace, 'check is', 'checks are')} in place`,
      ...(partly > 0 ? [`${plural(partly, 'is', 'are')} partly in place`] : []),
      ...(missing > 0 ? [`${plural(missing, 'is', 'are')} missing`] : []),
      ...(unknown > 0 ? [`${plural(unknown, 'is', 'are')} not known`] : []),
    ])}.`,
  unknown: 'What is not known counts neither for you nor against you. An attacker may know it already.',
  trend: 'Your score so far',
  protected: (inPlace: number): string =>
    `${inPlace === 1 ? 'The one check that applies is' : `All ${plural(inPlace, 'check')} that apply are`} in place. The next assessment shows whether it stays that way.`,
  areas: 'Area by area',
  area: 'Area',
  purpose: 'What it is for',
  state: 'State',
  costs: 'What inaction costs',
  costsLead: 'These are the areas with the most gaps today, and what they can lead to.',
  noCosts: 'There are no known gaps. Unknown parts may still hide some.',
  noCostsKnown: 'Nothing is missing. People, devices and attacks change, so check again each quarter.',
  noCostsAgain: 'No gap is known.',
  plan: 'The plan, quarter by quarter',
  planLead:
    'Critical gaps and quick wins come first, projects last. Effort is a technician’s time: a quarter has 30 working days of it, and more only for critical gaps.',
  planScores: 'Each score assumes that everything up to then is done and nothing else changes.',
  scoreByThen: (scores: string): string => `Score by then: ${scores}`,
  scoreAtEnd: (scores: string): string => `Score once all is done: ${scores}`,
  ofHundred: (score: string): string => `${score} of 100`,
  inEach: (score: string): string => `${score} of 100 in each framework`,
  scoreIn: (framework: string, score: string): string => `${framework} ${score}`,
  noPlan: 'There is nothing to fix now. We will check again at the next assessment.',
  noPlanYet: 'No gap is known, so there is nothing to plan yet. That may change once more is known.',
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
  more: (count: number): string => `and ${plural(count, 'more change', 'more changes')}`,
  needs: 'What we need from you',
  needsLead: (count: number): string =>
    count === 1
      ? 'This is one decision or some of somebody’s time. It needs no technician.'
      : 'Each of these is a decision or some of somebody’s time. None needs a technician.',
  noNeeds: 'Nothing at the moment.',
  answers: (count: number): string => `The people who can answer ${plural(count, 'question')}`,
  answersHow: (areas: readonly string[]): string =>
    `Some protection is done by people and does not show in any setting. Tell us who can answer; each question takes about a minute.${
      areas.length > 1 ? ` The questions are about ${listText(areas)}.` : ''
    }`,
  consent: 'An administrator’s approval',
  consentHow: (count: number): string =>
    `We lack ${plural(count, 'permission')} to read your settings. Approving takes five minutes and changes nothing in your systems.`,
  licences: (count: number): string => `A decision about ${plural(count, 'licence')}`,
  licencesHow: (names: readonly string[]): string =>
    `Without ${listText(names)}, part of the picture stays unknown. If you use other products for this, tell us: they count too.`,
  critical: (count: number): string => `Your approval of ${plural(count, 'critical change')}`,
  criticalHow: (count: number): string =>
    `Making ${count === 1 ? 'it' : 'them'} may briefly interrupt somebody’s work. Waiting is the greater risk.`,
  time: (count: number): string => `Time for ${plural(count, 'larger change')}`,
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

/** What an action is that comes later, in the singular and plural. */
const KINDS = {
  'quick-win': ['is a quick win', 'are quick wins'],
  planned: ['takes days', 'take days'],
  project: ['is a project', 'are projects'],
} as const

/** The state of an area, by what share of it is in place, missing and unknown. */
export const STATES = {
  done: { state: 'In place', meaning: 'in-place' },
  nearly: { state: 'Nearly there', meaning: 'partly' },
  partly: { state: 'Partly in place', meaning: 'partly' },
  missing: { state: 'Mostly missing', meaning: 'missing' },
  allMissing: { state: 'Missing', meaning: 'missing' },
  unknown: { state: 'Mostly not known', meaning: 'unknown' },
  allUnknown: { state: 'Not known', meaning: 'unknown' },
} as const satisfies Record<string, { state: string; meaning: Meaning }>

/** What can happen if a group of requirements is not met, by the id of the group. */
export const CONSEQUENCES: Readonly<Record<string, string>> = {
  'patch-applications':
    'A flaw in an everyday program can stay open for weeks after its fix came out, and opening one wrong page or document is then enough.',
  'patch-operating-systems':
    'Computers without current fixes can be taken over remotely, and one of them opens the way to the others.',
  'multi-factor-authentication':
    'One guessed or stolen password can be enough to read mail, change bank details on invoices and write to customers in your name.',
  'restrict-administrative-privileges':
    'An attacker with one powerful account can switch off protection, read everything and lock everybody out.',
  'application-control': 'A program that nobody approved can run, ransomware included.',
  'restrict-office-macros':
    'A document in an email can contain a program that takes over the computer on which it is opened.',
  'user-application-hardening':
    'Browsers and Office have features that nobody at work uses and that attackers try first.',
  'regular-backups':
    'After ransomware, a mistake or a fire, data may be lost permanently, and with it days or weeks of business.',
  govern: 'Where nobody decides which risks are acceptable, money goes to the loudest problem instead of the largest.',
  identify:
    'Nobody protects what nobody knows about: attackers get in through forgotten devices, accounts and suppliers.',
  protect: 'Where a basic protection is missing, ordinary attacks that need no special skill get through.',
  detect: 'An intruder can read everything for months before anybody notices, and the damage grows every day.',
  respond:
    'When an incident happens, the first hours can be lost finding out who does what, and reporting deadlines can be missed.',
  recover: 'Getting back to work can take longer than it must, and some data may never come back.',
  'legacy-authentication': 'Old sign-in methods only ask for a password, so every other protection can be bypassed.',
  risk: 'An account that shows signs of being stolen can keep working, and with it the thief’s access.',
  'strong-authentication': 'A convincing email can be enough to get past the sign-in and into mailboxes and files.',
  logs: 'After an incident, nobody may be able to say what was read, changed or taken.',
  applications:
    'A stranger’s app can be let in with one click and read mail and files from then on, whatever the password.',
  passwords: 'People fall back on passwords that are easy to guess.',
  'highly-privileged-access':
    'An attacker with one powerful account can take over the whole tenant before anybody is alerted.',
  guests: 'People from outside may see more than they need, and some of them may have left their company long ago.',
  agents: 'AI agents can be controlled by somebody else without anyone noticing.',
}
