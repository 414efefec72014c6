import type { Remedy } from '../../../../engine/model/remedy.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { EFFORT_MEANINGS } from './every-edition.ts'
import { listText, plural } from './language.ts'
import { actionWords, type FindingReference, findingWords, type Words } from './references.ts'

const WHAT_IF = 'run it without -WhatIf to make the change'

/** Whether a script only shows what it would change. */
const isPreview = (script: string): boolean => script.includes('-WhatIf')

/** What the engine says before the reason why something cannot be seen. */
const NOT_SEEN = /^(The tenant does not show this|This could not be evaluated)\.$/

/** Texts about what to do, in the technical and the full edition. */
export const ACTION_WORDS = {
  title: 'What to do',
  first: 'What to do first',
  lead: 'Each action lists the findings that it resolves. The most severe come first.',
  nothing: 'There are no findings to fix.',
  nothingYet: 'There are no known findings to fix.',
  /** After that there is nothing to fix: what would make more known, as on the first screen. */
  instead: (title: string, effect: string): string =>
    `First step: ${title.charAt(0).toLowerCase()}${title.slice(1)}, which ${effect}.`,
  more: (count: number): string => plural(count, 'more action'),
  number: (number: number): string => `Action ${number}`,
  joint: 'A change that resolves findings in several frameworks is listed once.',
  effort: 'Effort',
  efforts: `“Effort” has four steps: ${listText(
    Object.entries(EFFORT_MEANINGS).map(([effort, meaning]) => `${effort} (${meaning})`),
  )}.`,
  gain: 'Gain',
  gains: '“Gain” is what an action adds to the score, in points of 100.',
  /** Each finding that takes several actions counts in one amount, so the amounts of an action add up. */
  gainsTogether:
    'What it adds “together with” other actions is earned once, when all of them are done; amounts separated by semicolons add up.',
  gainsOfWays:
    '“Counts towards” means that the points are those of the actions named, and that this one is their part in Microsoft 365.',
  /** What else may do what an action asks for, and for which findings; for all if none is named. */
  otherMeans: (another: string, ids: readonly string[]): string =>
    ids.length === 0 ? another : `${another} (${ids.join(', ')})`,
  other: 'Counts too, if answered',
  gainIn: (framework: string): string => `Gain in ${framework}`,
  why: 'Why',
  wrong: 'What is wrong',
  how: 'How to fix it',
  steps: 'Steps',
  script: (language: Remedy['script'] & object): string => `${language.language}: ${language.needs}`,
  check: 'Check first; this changes nothing',
  /** Above a script that changes something, or only shows what it would change. */
  change: (script: string): string =>
    isPreview(script) ? `Then see what would change; ${WHAT_IF}` : 'Then make the change',
  licence: 'Licence',
  /** Licences that an action needs and the tenant does not have. */
  toBuy: (names: readonly string[]): string => `Licence to buy: ${listText(names)}`,
  toBuyColumn: 'Licence to buy',
  notice: 'Users notice',
  verified: 'Done when',
  documentation: 'Documentation',
  resolves: 'Findings',
  findings: (count: number): string => plural(count, 'finding'),
  affected: (of: string): string => `Affected: ${of}`,
  sameAffected: (of: string, place: FindingReference): Words => [
    `Affected: ${of}, the same as for `,
    ...findingWords([place]),
  ],
  /** In place of names, where the finding lists all who are affected. */
  allAffected: (total: number): string => `the ${formatCount(total)} affected`,
  affectedNames: (of: string, names: string): string => `${of} affected: ${names}`,
  settings: (count: number): string => plural(count, 'setting'),
  /** What was found about each of the findings above it, with “it” for what they are about. */
  eachFound: (text: string): string => `Each of these: ${text}`,
  /** What is the same about several names. */
  each: (remark: string): string => `each ${remark}`,
  answered: (answer: string): string => `(answer: ${answer})`,
  /** Of a finding in which the reading counts, not the answer. */
  overruled: (shown: string, answer: string): string => `(tenant: ${shown}, which counts; people answered ${answer})`,
  /** Of a finding of which readings show only what is in place. */
  answeredForRest: (answer: string): string => `(met in Microsoft 365, as far as read; answer for the rest: ${answer})`,
  /** Above the steps of an action whose findings are all like that. */
  missingByAnswer:
    'Microsoft 365 does its part, as far as read; do these steps for what the answer finds missing, and check the others:',
  /** Before the actions that do in Microsoft 365 a part of what people's answer lacks. */
  ways: 'Its part in Microsoft 365',
  /** Of a finding that another action resolves as well. */
  describedIn: (number: number): Words => ['described in ', ...actionWords([number])],
  /** Of a finding about the same as another one. */
  describedWith: (place: FindingReference): Words => ['described with ', ...findingWords([place])],
  and: 'and',
  /** Of what another place says as well; what stands before it may be nothing, or say only that something is not seen. */
  asFor: (before: string): string =>
    before === '' ? 'As for' : NOT_SEEN.test(before) ? 'The reason is the same as for' : 'The rest is as for',
  /** What another action needs as well: an action is carried out by itself, so its licence is never left out. */
  asAction: (number: number): Words => ['As for ', ...actionWords([number])],
  moreNames: (count: number): string => `and ${formatCount(count)} more`,
  list: 'All actions in order',
  columns: { action: 'Action', severity: 'Severity', effort: 'Effort', page: 'Page' },
  roadmap: 'Severity against effort',
  roadmapLead: 'The numbers refer to the actions. Severe findings that need little effort are at the top left.',
  unplaced: (count: number): string => `${plural(count, 'action has', 'actions have')} no estimate of effort yet.`,
} as const

/** What makes unknown requirements known. */
export const UNKNOWN_WORDS = {
  title: 'What would make more of it known',
  /** Before the name of what is needed, in files. */
  needs: {
    permission: 'Approve the permission',
    licence: 'Needs a licence',
    reading: 'Could not be read',
    question: 'Answer the question',
  },
  lead: 'Start here: the result means little until more is known.',
  approval: (count: number): string => `Approve ${plural(count, 'missing permission')}`,
  approvalHow:
    'An administrator of the tenant approves again through a new consent link, which takes five minutes; the next run then reads more.',
  licence: (name: string): string => `Decide about a licence for ${name}`,
  licenceHow: 'If another product does this, people can answer the questions instead.',
  questions: (count: number): string => `Answer ${plural(count, 'question')}`,
  questionsHow: (areas: readonly string[]): string =>
    `Send the questionnaire to the people who know; the next run uses their answers.${areas.length > 1 ? ` The questions are about ${listText(areas)}.` : ''}`,
  otherAreas: (count: number): string => `other areas (${count})`,
  inArea: (area: string, count: number): string => `${area} (${count})`,
  /** How many of the unanswered questions are about what no reading shows, even in part. */
  cannotShow: (count: number, all: number): string => {
    const these = count < all ? `${count} of the ${all}` : all === 1 ? 'The' : all === 2 ? 'Both' : `All ${all}`
    const ask = count === 1 ? 'asks' : 'ask'
    return `${these} unanswered ${all === 1 ? 'question' : 'questions'} ${ask} about what a tenant cannot show.`
  },
  reading: (count: number): string => `Clear up ${plural(count, 'check')} that could not be read`,
  resolves: (rows: number): string => `makes ${plural(rows, 'check')} known`,
  /** Checks that need something else as well. */
  helps: (rows: number): string => (rows > 0 ? `helps with ${plural(rows, 'check')}` : 'shows more of Microsoft 365'),
  nothing: 'Everything that the target requires is known.',
  nothingEither: 'Nothing here either.',
} as const

/** The published order of actions. */
export const ACTION_ORDER =
  'The most severe come first. Among equally severe actions, those that complete a level by themselves come first, then those that add the most points for their effort, with their share of what several add together.'

/** The steps in one text, numbered, each on a line of its own with its address. */
export const stepsText = ({ steps }: Remedy): string =>
  steps.map(({ text, link }, index) => `${index + 1}. ${text}${link ? ` ${link.url}` : ''}`).join('\n')

/** How many findings an action helps to resolve. */
export const findingsText = ({ findings }: Action): string => ACTION_WORDS.findings(findings.length)

/** The script that makes the change, with what must be known about it as a comment: nothing else stands above it. */
export function changeText(remedy: Remedy | undefined): string | undefined {
  const change = remedy?.script?.change
  return change !== undefined && isPreview(change) ? `# This shows what would change; ${WHAT_IF}\n${change}` : change
}
